import { Button, Heading, Section, Text } from '@react-email/components';
import { formatMoment } from '../../contract/format.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';
import type { Offered } from './waitlist-mails.ts';

/** A place became free, and it is this family's turn. */
export function WaitlistOffer({ entry, url }: { entry: Offered; url: string }) {
  const kept = entry.places === 1 ? 'a place is' : `${entry.places} places together are`;
  return (
    <Frame preview={`Yours until ${formatMoment(entry.expires_at)}, then it goes to the next family.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          It is your turn.
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(entry.parent_name)} {kept} free, and kept for you until{' '}
          <b style={style.whole}>{formatMoment(entry.expires_at)}</b>, Singapore time.
        </Text>
        <Sessions sessions={entry.session ? [entry.session] : []} />
        <Camps camps={entry.camp ? [{ ...entry.camp, comes: true, rides: false }] : []} />
        <Button href={url} className="button" style={style.button}>
          Book it, or let it go
        </Button>
        <Text style={{ ...style.small, marginTop: 16 }}>
          After that it goes to the next family. Nothing is charged until you book.
        </Text>
      </Section>
    </Frame>
  );
}
