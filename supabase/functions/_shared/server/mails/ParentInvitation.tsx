import { Button, Heading, Section, Text } from '@react-email/components';
import { formatLastMoment } from './format.ts';
import type { Invitation } from './family-mails.ts';
import { Frame } from './Frame.tsx';
import { greeting, plainName } from './greeting.ts';
import { style } from './theme.ts';
import { say } from './say.ts';

/**
 * Invites a second parent. Another parent entered this address, so the mail says that nothing happens unless its owner
 * accepts.
 */
export function ParentInvitation({ invitation, url }: { invitation: Invitation; url: string }) {
  const name = plainName(invitation.from_name) ?? 'a parent';
  return (
    <Frame preview={say`See and book the same classes, with an account of your own.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`An invitation to a shared account.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(null)} ${name} would like you to be the second parent on their account with us. With your own sign-in, you can see and change the same children, bookings and passes, even if you live apart. Either of you can leave later.`}
        </Text>
        <Button href={url} className="button" style={style.button}>
          {say`See the invitation`}
        </Button>
        <Text style={{ ...style.small, marginTop: 16 }}>
          {say`Sign in or sign up with this e-mail address. The invitation works for this address only. It is open until ${formatLastMoment(invitation.expires_at)}. If you do not know ${name === 'a parent' ? say`who sent it` : name}, you can ignore this e-mail.`}
        </Text>
      </Section>
    </Frame>
  );
}
