import { Heading, Section, Text } from '@react-email/components';
import * as v from 'valibot';
import { formatMoney } from './format.ts';
import { joinNames, placeName, placeMessage, whoAndWhere } from '../../contract/place-names.ts';
import { OrderSession, QuoteCamp } from '../../contract/places.ts';
import { RefundPart } from '../../contract/receipts.ts';
import { campCancelled, classCancelled, nothingToRefund } from './cancelled-messages.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { ManageButton } from './ManageButton.tsx';
import { Names, orderLinks, otherPlaces } from './order.ts';
import { refundMessage, sumParts } from './refund-messages.ts';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

const CancelledByUsPlace = v.object({
  session: v.optional(OrderSession),
  camp: v.optional(QuoteCamp),
  children: Names,
  /** The names of those children for whom nobody paid here. */
  unpaid_children: Names,
  order_number: v.optional(v.nullable(v.string()), null),
  numbers: v.optional(v.array(v.string()), []),
  refunded: v.optional(v.boolean(), false),
  refund_cents: v.optional(v.number(), 0),
  refund_waits: v.optional(v.boolean(), false),
  refund_parts: v.optional(v.array(RefundPart), []),
  /** Other sessions with free places. */
  other_sessions: v.optional(v.array(OrderSession), []),
  other_camps: v.optional(v.array(QuoteCamp), []),
});
type CancelledByUsPlace = v.InferOutput<typeof CancelledByUsPlace>;

/** The payload of the outbox. It contains nothing else about the family and its children. */
export const CancelledByUsPayload = v.object({
  parent_name: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  at: v.string(),
  cancelled_by_us: v.pipe(v.array(CancelledByUsPlace), v.minLength(1)),
  manage_tokens: v.optional(v.record(v.string(), v.string()), {}),
});
export type CancelledByUsPayload = v.InferOutput<typeof CancelledByUsPayload>;

/**
 * `children` lists all children of a place. If as many of them are unpaid, nobody paid for this
 * place.
 */
const isUnpaid = ({ children, unpaid_children: unpaid }: CancelledByUsPlace) =>
  unpaid.length > 0 && unpaid.length >= children.length;

/** A spot without a payment has neither a credit nor a refund. */
function unpaidMessage(places: readonly CancelledByUsPlace[]): string[] {
  const unpaid = places.filter(({ unpaid_children: names }) => names.length > 0);
  if (unpaid.length === 0) return [];
  if (places.every(isUnpaid)) return [nothingToRefund()];
  const spots = joinNames(
    unpaid.map(({ children: _children, unpaid_children: children, ...place }) =>
      whoAndWhere(children, place),
    ),
  );
  return [
    say`No payment was made to us for ${spots}, so there is nothing to refund for that. If you did pay, please reply to this e-mail.`,
  ];
}

const creditBack = () => say`If a spot was part of a longer pass, its credit is back on the pass.`;

function moneyMessage(places: readonly CancelledByUsPlace[]): string[] {
  const partsOf = (waits: boolean) =>
    sumParts(
      places.flatMap(({ refunded, refund_waits, refund_parts }) =>
        refunded && refund_waits === waits ? refund_parts : [],
      ),
    );
  const words = [false, true].map((waits) => refundMessage(partsOf(waits), waits)).filter(Boolean);
  return places.some(({ refunded, session }) => refunded && session) ? [...words, creditBack()] : words;
}

function choiceMessage(places: readonly CancelledByUsPlace[], hasLink: boolean): string[] {
  const open = places.filter((place) => !place.refunded && !isUnpaid(place));
  const [sessions, camps] = [open.filter(({ session }) => session), open.filter(({ camp }) => camp)];
  const named = (chosen: readonly CancelledByUsPlace[]) =>
    places.length > 1 ? say` for ${joinNames(chosen.map(placeName))}` : '';
  return [
    sessions.length > 0 &&
      say`${sessions.length === 1 ? say`The credit is` : say`The credits are`} back on your pass${named(sessions)}, so nothing is lost. ${hasLink ? say`Choose another date with the button below, or write to us and we will find one.` : say`Write to us and we will find another date.`} Would you rather have a refund? Reply to this e-mail.`,
    camps.length > 0 &&
      say`The choice is yours${named(camps)}: another week at the same price, or a full refund. To keep your payment as credit for later, reply to this e-mail.`,
  ].filter((words) => words !== false);
}

function buttonMessage(places: readonly CancelledByUsPlace[], isOnly: boolean): string {
  const of = isOnly ? '' : `: ${joinNames(places.map(placeMessage))}`;
  const open = places.filter(({ refunded }) => !refunded);
  if (open.length === 0) return say`See your booking${of}`;
  return `${open.every(({ session }) => session) ? say`Choose another date` : say`Choose what suits you`}${of}`;
}

/** Returns whole sentences, because each language joins words in its own way. */
function cancelledMessages(places: readonly CancelledByUsPlace[]): { heading: string; what: string } {
  const areClasses = places.every(({ session }) => session);
  const areCamps = places.every(({ session }) => !session);
  if (places.length === 1)
    return areClasses
      ? { heading: classCancelled(), what: say`this class` }
      : { heading: campCancelled(), what: say`this camp` };
  if (areClasses) return { heading: say`These classes are cancelled.`, what: say`these classes` };
  if (areCamps) return { heading: say`These camps are cancelled.`, what: say`these camps` };
  return { heading: say`These bookings are cancelled.`, what: say`these bookings` };
}

interface Props {
  payload: CancelledByUsPayload;
  siteUrl: string;
  hasFile: boolean;
}

export function CancelledByUs({ payload, siteUrl, hasFile }: Props) {
  const { cancelled_by_us: places, reason } = payload;
  const links = orderLinks(places, payload.manage_tokens, siteUrl);
  const { heading, what } = cancelledMessages(places);
  const sum = places.reduce((cents, { refund_cents }) => cents + refund_cents, 0);
  const suggestions = {
    sessions: unique(
      places.flatMap(({ other_sessions }) => other_sessions),
      'session_id',
    ),
    camps: unique(
      places.flatMap(({ other_camps }) => other_camps),
      'camp_id',
    ),
  };
  const paid = places.filter((place) => !isUnpaid(place));
  const preview = paid.every(({ session }) => session)
    ? say`Your ${paid.length === 1 ? say`credit is` : say`credits are`} back.`
    : say`Another week, a credit or a refund: you choose.`;
  const opening = paid.length === 0 ? heading : preview;
  return (
    <Frame preview={sum > 0 ? say`We are refunding ${formatMoney(sum)}.` : opening}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {heading}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(payload.parent_name)} we are sorry: ${what} will not go ahead.`}
        </Text>
        {places.map(({ session, camp, children, ...place }) => (
          <Section key={session?.session_id ?? camp?.camp_id ?? ''}>
            {session && <Sessions sessions={[{ ...session, names: children }]} />}
            {camp && <Camps camps={[{ ...camp, comes: true, rides: false, names: children }]} over />}
            {places.length > 1 && place.refunded && (
              <Text style={style.fact}>{say`${formatMoney(place.refund_cents)} is refunded.`}</Text>
            )}
          </Section>
        ))}
        {reason && <Text style={{ ...style.fact, marginTop: 16 }}>{say`Why: ${reason}`}</Text>}
        <Text className="lead" style={{ ...style.lead, marginTop: 20 }}>
          {[
            ...moneyMessage(places),
            ...choiceMessage(places, links.length > 0),
            ...unpaidMessage(places),
          ].join(' ')}
        </Text>
        {hasFile && (
          <Text style={style.small}>
            {say`If ${places.length === 1 ? say`it is` : say`they are`} in your calendar, open the attached file to mark ${places.length === 1 ? 'it' : 'them'} as cancelled there.`}
          </Text>
        )}
        {suggestions.sessions.length + suggestions.camps.length > 0 && (
          <>
            <Text className="lead" style={{ ...style.lead, marginTop: 20 }}>
              {otherPlaces()}
            </Text>
            <Sessions sessions={suggestions.sessions} />
            <Camps camps={suggestions.camps.map((camp) => ({ ...camp, comes: true, rides: false }))} />
          </>
        )}
        {links.map((link) => (
          <ManageButton key={link.url} url={link.url}>
            {buttonMessage(link.places, links.length === 1)}
          </ManageButton>
        ))}
      </Section>
    </Frame>
  );
}

const unique = <Key extends string, One extends Record<Key, unknown>>(
  all: readonly One[],
  key: Key,
): One[] => [...new Map(all.map((one) => [one[key], one])).values()];
