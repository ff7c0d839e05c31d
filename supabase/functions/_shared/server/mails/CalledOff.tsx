import { Heading, Section, Text } from '@react-email/components';
import * as v from 'valibot';
import { formatMoney } from '../../contract/format.ts';
import { OrderSession, QuoteCamp } from '../../contract/places.ts';
import { DeskMethod } from '../../contract/receipts.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { ManageButton } from './ManageButton.tsx';
import { linkOf, Names } from './order.ts';
import { refundWords } from './refund-words.ts';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';

/** What the outbox keeps of a session or camp that was called off; of neither family nor children more than this. */
export const CalledOffPayload = v.object({
  parent_name: v.nullable(v.string()),
  children: Names,
  reason: v.nullable(v.string()),
  manage_token: v.optional(v.string()),
  /** When it was called off. */
  at: v.optional(v.string()),
  /** Of the orders whose confirmations brought it into a calendar. */
  numbers: v.optional(v.array(v.string()), []),
  /** The money goes back at once, and no other mail says so; else it is the family's choice. */
  refunded: v.optional(v.boolean(), false),
  refund_cents: v.optional(v.number(), 0),
  /** The parent's bank looks into the payment: the refund goes after it has decided. */
  refund_waits: v.optional(v.boolean(), false),
  /** How it was paid at the desk. */
  desk_method: v.optional(v.nullable(DeskMethod), null),
  /** What else has room. */
  other_sessions: v.optional(v.array(OrderSession), []),
  other_camps: v.optional(v.array(QuoteCamp), []),
  session: v.optional(OrderSession),
  camp: v.optional(QuoteCamp),
});
export type CalledOffPayload = v.InferOutput<typeof CalledOffPayload>;

/** What becomes of what was paid. */
function nextWords(
  { session, refunded, refund_cents, refund_waits, desk_method }: CalledOffPayload,
  url: string | null,
): string {
  if (refunded) {
    const money = refundWords(refund_cents, refund_waits, desk_method);
    return session ? `${money} If a spot was part of a longer pass, its credit is back on the pass.` : money;
  }
  return session
    ? `The credit is back on your pass, so nothing is lost. ${url ? 'Choose another date with the button below, or write to us and we will find one.' : 'Write to us and we will find another date.'} Would you rather have the money back? Reply to this e-mail.`
    : 'The choice is yours: another week for the same money, or all of your money back. To keep it as a credit for later, reply to this e-mail.';
}

interface Props {
  payload: CalledOffPayload;
  siteUrl: string;
  /** A calendar file goes along. */
  hasFile: boolean;
}

export function CalledOff({ payload, siteUrl, hasFile }: Props) {
  const { session, camp, reason, refunded, other_sessions } = payload;
  const what = session ? 'class' : camp ? 'camp' : 'booking';
  const url = linkOf(payload, siteUrl);
  const others = payload.other_camps.map((other) => ({ ...other, comes: true, rides: false }));
  const preview = session ? 'Your credit is back.' : 'Another week, a credit or your money: you choose.';
  return (
    <Frame preview={refunded ? `${formatMoney(payload.refund_cents)} goes back to you.` : preview}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          This {what} is called off.
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(payload.parent_name)} we are sorry: this {what} will not go ahead.
        </Text>
        {session && <Sessions sessions={[{ ...session, names: payload.children }]} />}
        {camp && <Camps camps={[{ ...camp, comes: true, rides: false, names: payload.children }]} over />}
        {reason && <Text style={{ ...style.fact, marginTop: 16 }}>Why: {reason}</Text>}
        <Text className="lead" style={{ ...style.lead, marginTop: 20 }}>
          {nextWords(payload, url)}
        </Text>
        {hasFile && (
          <Text style={style.small}>
            If it is in your calendar, open the attached file to mark it as called off there.
          </Text>
        )}
        {other_sessions.length + others.length > 0 && (
          <>
            <Text className="lead" style={{ ...style.lead, marginTop: 20 }}>
              There was room in these when we wrote this e-mail:
            </Text>
            <Sessions sessions={other_sessions} />
            <Camps camps={others} />
          </>
        )}
        <ManageButton url={url}>
          {refunded ? 'See your booking' : session ? 'Choose another date' : 'Choose what suits you'}
        </ManageButton>
      </Section>
    </Frame>
  );
}
