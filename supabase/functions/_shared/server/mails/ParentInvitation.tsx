import { Button, Heading, Section, Text } from '@react-email/components';
import { formatLastMoment } from '../../contract/format.ts';
import type { Invitation } from './family-mails.ts';
import { Frame } from './Frame.tsx';
import { greeting, plainName } from './greeting.ts';
import { style } from './theme.ts';

/** To an address that a parent typed: what it is, and that nothing happens without a tap. */
export function ParentInvitation({ invitation, url }: { invitation: Invitation; url: string }) {
  const name = plainName(invitation.from_name) ?? 'a parent';
  return (
    <Frame preview="See and book the same classes, with an account of your own.">
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          Two parents, one family.
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(null)} {name} would like you to be the second parent of their family here. With an account
          of your own you see the same children, bookings and passes, and can change them.
        </Text>
        <Button href={url} className="button" style={style.button}>
          Look at the invitation
        </Button>
        <Text style={{ ...style.small, marginTop: 16 }}>
          Sign in, or sign up, with this e-mail address: the invitation is for it alone, until{' '}
          {formatLastMoment(invitation.expires_at)}. You do not know {name === 'a parent' ? 'who asks' : name}
          ? Then there is nothing to do.
        </Text>
      </Section>
    </Frame>
  );
}
