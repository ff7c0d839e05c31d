import { Button, Heading, Section, Text } from '@react-email/components';
import { formatMoment, plural } from './format.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import type { Reminder } from './party-mails.ts';
import { guestsComing, guestsOf } from './party-messages.ts';
import { style } from './theme.ts';
import { say } from './say.ts';

/** Reminds a host of the party. The mail names no guest. */
export function PartyReminder({ reminder, url }: { reminder: Reminder; url: string }) {
  const { host_name, title, starts_at, place, head_count, guests, answers } = reminder;
  return (
    <Frame preview={guestsOf(guests, head_count)}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`${guestsComing(guests)} so far.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(host_name)} ${plural(answers, say`family has`, say`families have`)} answered your invitation to `}
          <b>{title}</b>
          {say`. You planned for ${head_count}.`}
        </Text>
        <Text style={style.fact}>
          {say`You know best who has not answered yet: please send them this link again. Answering takes two minutes, and tells us about allergies in time.`}
        </Text>
        <Button href={url} className="button" style={style.button}>
          {say`Open the invitation`}
        </Button>
        <Text style={{ ...style.small, marginTop: 16 }}>{url}</Text>
        <Section style={style.session}>
          <Text className="when" style={style.when}>
            {formatMoment(starts_at)}
          </Text>
          <Text style={style.fact}>{place}</Text>
        </Section>
      </Section>
    </Frame>
  );
}
