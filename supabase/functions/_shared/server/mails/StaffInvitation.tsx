import { Button, Heading, Section, Text } from '@react-email/components';
import { brand } from '../../contract/brand.ts';
import { formatLastMoment } from './format.ts';
import type { InvitedStaff } from './staff-mails.ts';
import { Frame } from './Frame.tsx';
import { greeting, plainName } from './greeting.ts';
import { roleTitles } from './role-titles.ts';
import { style } from './theme.ts';

/**
 * Invites somebody to join the staff. A business admin entered this address. Nothing changes until its owner signs in
 * and accepts.
 */
export function StaffInvitation({ invited, url }: { invited: InvitedStaff; url: string }) {
  const from = plainName(invited.from_name);
  return (
    <Frame preview={`Accept the invitation to start as ${roleTitles[invited.role]}.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          You are invited to the team.
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(invited.name)} {from ?? 'a business admin'} invites you to work with {brand.name} as{' '}
          {roleTitles[invited.role]}. Sign in or sign up with this e-mail address, and accept. Nothing changes
          before that.
        </Text>
        <Button href={url} className="button" style={style.button}>
          See the invitation
        </Button>
        <Text style={{ ...style.small, marginTop: 16 }}>
          The link works once, for this address only, until {formatLastMoment(invited.expires_at)}. If you did
          not expect this, please ignore it. Nothing will happen.
        </Text>
      </Section>
    </Frame>
  );
}
