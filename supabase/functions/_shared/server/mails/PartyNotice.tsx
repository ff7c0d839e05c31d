import { Button, Heading, Section, Text } from '@react-email/components';
import { formatClock, formatMoment } from './format.ts';
import { Frame } from './Frame.tsx';
import type { GuestNotice } from './party-mails.ts';
import { answerText, partyNoticeMessages } from './party-messages.ts';
import { style } from './theme.ts';

/** Tells a guest what changed about a party. The mail names nobody, because the address may have been mistyped. */
export function PartyNotice({ notice, url }: { notice: GuestNotice; url: string }) {
  const { kind, title, starts_at, ends_at, place } = notice;
  const { heading, lead } = partyNoticeMessages()[kind];
  return (
    <Frame preview={`${title}: ${lead}`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {heading}
        </Heading>
        <Text className="lead" style={style.lead}>
          Hello, {lead}
        </Text>
        <Section style={style.session}>
          <Text className="when" style={style.when}>
            {formatMoment(starts_at)} to {formatClock(ends_at)}
          </Text>
          <Text style={style.fact}>{title}</Text>
          <Text style={style.fact}>{place}</Text>
        </Section>
        {kind === 'cancelled' && (
          <Text style={{ ...style.small, marginTop: 16 }}>
            If the party is in your calendar, open the attached file to mark it as cancelled there.
          </Text>
        )}
        {kind !== 'cancelled' && (
          <>
            <Text style={{ ...style.fact, marginTop: 16 }}>
              You said: {answerText({ ...notice, kind: 'new', again: false, name: null })}
            </Text>
            <Button href={url} className="button" style={style.button}>
              Change your answer
            </Button>
            <Text style={{ ...style.small, marginTop: 16 }}>
              Times are Singapore time. This link opens your answer: please keep it to yourself.
            </Text>
          </>
        )}
      </Section>
    </Frame>
  );
}
