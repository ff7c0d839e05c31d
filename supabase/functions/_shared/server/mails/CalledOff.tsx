import { Button, Heading, Section, Text } from '@react-email/components';
import * as v from 'valibot';
import { OrderSession, QuoteCamp } from '../../contract/places.ts';
import { Frame } from './Frame.tsx';
import { greetingName } from './order.ts';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';

/** What the outbox keeps of a session or camp that was called off; of neither family nor children more than this. */
export const CalledOffPayload = v.object({
  parent_name: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  session: v.optional(OrderSession),
  camp: v.optional(QuoteCamp),
});
export type CalledOffPayload = v.InferOutput<typeof CalledOffPayload>;

export function CalledOff({ payload, siteUrl }: { payload: CalledOffPayload; siteUrl: string }) {
  const { session, camp, reason } = payload;
  return (
    <Frame preview={session ? 'Your credit is back.' : 'Another week, a credit or your money: you choose.'}>
      <Section style={style.card}>
        <Heading as="h1" style={style.heading}>
          {session ? 'This class is called off.' : 'This camp is called off.'}
        </Heading>
        <Text style={style.lead}>
          Hi {greetingName(payload)}, we are sorry: {session ? 'this class' : 'this camp'} does not take
          place.
        </Text>
        {session && <Sessions sessions={[session]} />}
        {camp && <Camps camps={[camp]} />}
        {reason && <Text style={{ ...style.fact, marginTop: 16 }}>Why: {reason}</Text>}
        <Text style={{ ...style.lead, marginTop: 20 }}>
          {session
            ? 'The credit is back on your pass. Book another class with it whenever you like.'
            : 'Answer this mail with what you prefer: another week for the same money, a credit for later, or all of your money back. The link in your confirmation does the same.'}
        </Text>
        <Button href={`${siteUrl}/family-base`} style={style.button}>
          {session ? 'Book another class' : 'See your bookings'}
        </Button>
      </Section>
    </Frame>
  );
}
