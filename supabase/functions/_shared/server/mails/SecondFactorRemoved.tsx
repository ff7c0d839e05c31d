import { Button, Heading, Section, Text } from '@react-email/components';
import { brand } from '../../contract/brand.ts';
import { formatMoment } from '../../contract/format.ts';
import { Frame } from './Frame.tsx';
import { greeting, plainName } from './greeting.ts';
import type { RemovedFactor } from './staff-mails.ts';
import { style } from './theme.ts';

/**
 * Tells the owner of an account that a second factor was removed. Somebody may have persuaded a business admin on the
 * phone, so the owner always gets this mail.
 */
export function SecondFactorRemoved({ removed, url }: { removed: RemovedFactor; url: string }) {
  return (
    <Frame preview="You are signed out everywhere. If you did not ask for this, please tell us now.">
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          Your two-step sign-in was removed.
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(removed.name)} {plainName(removed.by) ?? 'a business admin'} removed the two-step sign-in
          from your {brand.name} account on {formatMoment(removed.at)}, and signed you out everywhere. Your
          roles and your password have not changed.
        </Text>
        <Text style={style.fact}>
          Please sign in, set up two-step sign-in on your new phone, and change your password if the old phone
          is lost.
        </Text>
        <Button href={url} className="button" style={style.button}>
          Sign in and set it up
        </Button>
        <Text style={{ ...style.small, marginTop: 16 }}>
          If you did not ask for this, please call a business admin now: somebody may be trying to get into
          your account.
        </Text>
      </Section>
    </Frame>
  );
}
