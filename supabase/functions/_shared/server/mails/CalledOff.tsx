import { Heading, Section, Text } from '@react-email/components';
import * as v from 'valibot';
import { OrderSession, QuoteCamp } from '../../contract/places.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { ManageButton } from './ManageButton.tsx';
import { linkOf } from './order.ts';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';

/** What the outbox keeps of a session or camp that was called off; of neither family nor children more than this. */
export const CalledOffPayload = v.object({
  parent_name: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  manage_token: v.optional(v.string()),
  session: v.optional(OrderSession),
  camp: v.optional(QuoteCamp),
});
export type CalledOffPayload = v.InferOutput<typeof CalledOffPayload>;

export function CalledOff({ payload, siteUrl }: { payload: CalledOffPayload; siteUrl: string }) {
  const { session, camp, reason } = payload;
  const url = linkOf(payload, siteUrl);
  return (
    <Frame preview={session ? 'Your credit is back.' : 'Another week, a credit or your money: you choose.'}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {session ? 'This class is called off.' : 'This camp is called off.'}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(payload.parent_name)} we are sorry: {session ? 'this class' : 'this camp'} does not take
          place.
        </Text>
        {session && <Sessions sessions={[session]} />}
        {camp && <Camps camps={[{ ...camp, comes: true, rides: false }]} over />}
        {reason && <Text style={{ ...style.fact, marginTop: 16 }}>Why: {reason}</Text>}
        <Text className="lead" style={{ ...style.lead, marginTop: 20 }}>
          {session
            ? 'The credit is back on your pass, so nothing is lost. Choose another date here, or answer this mail and we find one.'
            : 'It is your choice: another week for the same money, or all of your money back. To keep it as a credit for later, answer this mail.'}
        </Text>
        <ManageButton url={url}>{session ? 'Choose another date' : 'Choose what suits you'}</ManageButton>
      </Section>
    </Frame>
  );
}
