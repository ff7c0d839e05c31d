import { Heading, Section, Text } from '@react-email/components';
import { formatDate, formatSessions } from './format.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { ManageButton } from './ManageButton.tsx';
import { type PassExpiringPayload, whosePass } from './pass-payloads.ts';
import { style } from './theme.ts';
import { say } from './say.ts';

export function PassExpiring({ pass, url }: { pass: PassExpiringPayload; url: string | null }) {
  return (
    <Frame preview={say`${formatSessions(pass.credits)} to book by ${formatDate(pass.valid_until)}.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`You have ${formatSessions(pass.credits)} left to book.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(pass.parent_name)} ${whosePass(pass)} is valid until `}
          <b>{formatDate(pass.valid_until)}</b>
          {say`, and ${formatSessions(pass.credits)} ${pass.credits === 1 ? 'is' : 'are'} not booked yet.`}
        </Text>
        <Text style={style.choice}>
          {say`${
            url
              ? say`Book ${pass.credits === 1 ? 'it' : 'them'} with the button below, or reply to this e-mail with the days that suit you.`
              : say`Reply to this e-mail with the days that suit you, and we will book ${pass.credits === 1 ? 'it' : 'them'}.`
          } You can still use them on the last day. After that, unused sessions expire.`}
        </Text>
        <ManageButton url={url}>{say`Book a session`}</ManageButton>
      </Section>
    </Frame>
  );
}
