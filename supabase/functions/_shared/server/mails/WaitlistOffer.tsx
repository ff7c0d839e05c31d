import { Button, Heading, Link, Section, Text } from '@react-email/components';
import { formatMoment, formatMoney } from './format.ts';
import { passEnds } from '../../contract/pass-end.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';
import type { OfferedSpots } from './waitlist-mails.ts';
import { say } from './say.ts';

interface Props {
  entry: OfferedSpots;
  url: string;
  orderUrl: string;
}

export function WaitlistOffer({ entry, url, orderUrl }: Props) {
  const spots = entry.places === 1 ? say`a spot is` : say`${entry.places} spots together are`;
  return (
    <Frame preview={say`Yours until ${formatMoment(entry.expires_at)}, then it goes to others.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`It is your turn.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(entry.parent_name)} ${spots} free, and held for you until `}
          <b style={style.whole}>{formatMoment(entry.expires_at)}</b>
          {say`, Singapore time.`}
        </Text>
        <Sessions sessions={entry.session ? [{ ...entry.session, names: entry.children }] : []} />
        <Camps
          camps={entry.camp ? [{ ...entry.camp, comes: true, rides: false, names: entry.children }] : []}
        />
        {entry.terms && (
          <Text className="when" style={{ ...style.when, marginTop: 16 }}>
            {formatMoney(entry.terms.price_cents)}
            {entry.places === 1 ? '' : say` for each child, before any rebate`}
          </Text>
        )}
        {passEnds(entry.terms ? [entry.terms] : []).map((ending) => (
          <Text key={ending} style={style.small}>
            {`${ending}.`}
          </Text>
        ))}
        <Button href={orderUrl} className="button" style={style.button}>
          {entry.places === 1 ? say`Book the spot` : say`Book the spots`}
        </Button>
        <Text style={{ ...style.small, marginTop: 16 }}>
          {say`Nothing is charged until you pay. After ${formatMoment(entry.expires_at)}, it goes to the next family on the waitlist. Shortly before the start, it is open to everyone, first come, first served.`}
        </Text>
        <Link href={url} style={style.link}>
          {say`See or decline the offer`}
        </Link>
      </Section>
    </Frame>
  );
}
