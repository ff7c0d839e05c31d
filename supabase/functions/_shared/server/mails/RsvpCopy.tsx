import { Button, Heading, Section, Text } from '@react-email/components';
import { formatClock, formatMoment } from './format.ts';
import { Frame } from './Frame.tsx';
import type { Copy } from './party-mails.ts';
import { answerText } from './party-messages.ts';
import { style } from './theme.ts';
import { say } from './say.ts';

/** Confirms a guest's answer. The mail names nobody, because the address may have been mistyped. */
export function RsvpCopy({ copy, url }: { copy: Copy; url: string }) {
  const { coming, title, starts_at, ends_at, place } = copy;
  return (
    <Frame preview={say`${title}: a copy of your answer.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {coming ? say`See you at the party.` : say`We are sorry you can’t make it.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`Hello, this is a copy of your answer. The host has it too.`}
        </Text>
        <Section style={style.session}>
          <Text className="when" style={style.when}>
            {say`${formatMoment(starts_at)} to ${formatClock(ends_at)}`}
          </Text>
          <Text style={style.fact}>{title}</Text>
          <Text style={style.fact}>{place}</Text>
        </Section>
        <Text style={{ ...style.fact, marginTop: 16 }}>
          {say`You said: ${answerText({ ...copy, kind: 'new', again: false, name: null })}`}
        </Text>
        {coming && (
          <Text style={{ ...style.small, marginTop: 16 }}>
            {say`Times are Singapore time. Open the attached file to add the party to your calendar.`}
          </Text>
        )}
        <Button href={url} className="button" style={style.button}>
          {say`Change your answer`}
        </Button>
        <Text style={{ ...style.small, marginTop: 16 }}>
          {say`This link opens your answer: please keep it to yourself. If this was not you, please reply to this e-mail and tell us.`}
        </Text>
      </Section>
    </Frame>
  );
}
