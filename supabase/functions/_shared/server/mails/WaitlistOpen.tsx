import { Button, Heading, Link, Section, Text } from '@react-email/components';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';
import { bookingUrl } from './WaitlistCancelledByUs.tsx';
import type { OpenSpots } from './waitlist-mails.ts';
import { say } from './say.ts';

interface Props {
  entry: OpenSpots;
  url: string;
  siteUrl: string;
}

export function WaitlistOpen({ entry, url, siteUrl }: Props) {
  const { session, camp, places } = entry;
  return (
    <Frame preview={say`The first to book gets it.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {places === 1
            ? say`A spot is now open to everyone.`
            : say`${places} spots are now open to everyone.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(entry.parent_name)} it starts soon, so we no longer hold spots in the order of the waitlist. The first to book gets ${places === 1 ? 'it' : 'them'}.`}
        </Text>
        <Sessions sessions={session ? [{ ...session, names: entry.children }] : []} />
        <Camps camps={camp ? [{ ...camp, comes: true, rides: false, names: entry.children }] : []} />
        <Button href={bookingUrl(siteUrl, !session)} className="button" style={style.button}>
          {say`See if it is still free`}
        </Button>
        <Link href={url} style={style.link}>
          {say`See or leave the waitlist`}
        </Link>
      </Section>
    </Frame>
  );
}
