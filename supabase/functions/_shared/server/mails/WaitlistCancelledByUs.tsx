import { Button, Heading, Section, Text } from '@react-email/components';
import { brand } from '../../contract/brand.ts';
import { Frame } from './Frame.tsx';
import { campCancelled, classCancelled } from './cancelled-messages.ts';
import { greeting } from './greeting.ts';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';
import type { CancelledByUs } from './waitlist-mails.ts';
import { otherPlaces } from './order.ts';
import { say } from './say.ts';

export const bookingUrl = (siteUrl: string, isCamp: boolean): string =>
  `${siteUrl}${isCamp ? '/camps-new' : `/#book-your-${brand.slug}-experience`}`;

export function WaitlistCancelledByUs({ entry, siteUrl }: { entry: CancelledByUs; siteUrl: string }) {
  const { session, camp, reason, other_sessions, other_camps } = entry;
  const camps = other_camps.map((other) => ({ ...other, comes: true, rides: false }));
  return (
    <Frame preview={say`You are no longer on its waitlist, and nothing was charged.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {session ? classCancelled() : campCancelled()}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(entry.parent_name)} we are sorry: this ${session ? say`class` : say`camp`} will not go ahead. You are no longer on its waitlist, and nothing was charged.`}
        </Text>
        <Sessions sessions={session ? [{ ...session, names: entry.children }] : []} />
        <Camps camps={camp ? [{ ...camp, comes: true, rides: false, names: entry.children }] : []} over />
        {reason && <Text style={{ ...style.fact, marginTop: 16 }}>{say`Why: ${reason}`}</Text>}
        {other_sessions.length + camps.length > 0 && (
          <>
            <Text className="lead" style={{ ...style.lead, marginTop: 20 }}>
              {otherPlaces()}
            </Text>
            <Sessions sessions={other_sessions} />
            <Camps camps={camps} />
          </>
        )}
        <Button href={bookingUrl(siteUrl, !session)} className="button" style={style.button}>
          {say`See what else is on`}
        </Button>
      </Section>
    </Frame>
  );
}
