import { Button, Heading, Section, Text } from '@react-email/components';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';
import { bookingUrl } from './WaitlistCancelledByUs.tsx';
import type { RemovedEntry } from './waitlist-mails.ts';
import { say } from './say.ts';

export function WaitlistRemoved({ entry, siteUrl }: { entry: RemovedEntry; siteUrl: string }) {
  const { session, camp, places } = entry;
  const spots = places === 1 ? say`the spot` : say`the spots`;
  return (
    <Frame preview={say`We are no longer holding it. Nothing was charged.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`Our offer has ended.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(entry.parent_name)} our team has taken you off this waitlist. We are no longer holding ${spots}, so the link in our earlier e-mail has stopped working. Nothing was charged. Would you still like to come? Please reply to this e-mail.`}
        </Text>
        <Sessions sessions={session ? [{ ...session, names: entry.children }] : []} />
        <Camps camps={camp ? [{ ...camp, comes: true, rides: false, names: entry.children }] : []} over />
        <Button href={bookingUrl(siteUrl, !session)} className="button" style={style.button}>
          {say`See other dates`}
        </Button>
      </Section>
    </Frame>
  );
}
