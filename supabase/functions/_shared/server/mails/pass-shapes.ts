import * as v from 'valibot';
import { OrderSession, QuoteCamp } from '../../contract/places.ts';
import { plainName } from './greeting.ts';
import { formatDate, formatSessions } from './format.ts';
import { Bring, LeftPlace, Names } from './order.ts';

/** Fields of every mail to a family: the name for the greeting, and the link to manage the order, if one was sold. */
const family = { parent_name: v.nullable(v.string()), manage_token: v.optional(v.string()) };

const ofChild = { child_name: v.optional(v.nullable(v.string()), null) };
export const Problem = v.object({
  ...family,
  ...ofChild,
  title: v.string(),
  price_cents: v.number(),
  /** When the payment provider tries again; null if it does not. */
  next_attempt_at: v.nullable(v.string()),
});
export const Expiring = v.object({
  ...family,
  ...ofChild,
  title: v.string(),
  /** Last day, in Singapore. */
  valid_until: v.string(),
  credits: v.number(),
});
export const Reminder = v.object({
  ...family,
  children: Names,
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
  /** How the family's children get to the camp: some may come to the base, others be collected. */
  comes: v.optional(v.boolean(), true),
  rides: v.optional(v.boolean(), false),
  bring: Bring,
});
/** The credits left on a pass (private.mail_passes). */
const LeftPass = v.object({
  ...ofChild,
  title: v.string(),
  credits: v.number(),
  /** Last day, in Singapore; null without an end. */
  valid_until: v.nullable(v.string()),
});
type LeftPass = v.InferOutput<typeof LeftPass>;

/** When the decision was made, and whether staff made it for the family. */
const decision = {
  ...family,
  at: v.string(),
  by_staff: v.optional(v.boolean(), false),
  passes: v.array(LeftPass),
};

/** A class booked with credits for all children of an order (private.mail_classes). */
const BookedClass = v.object({
  session: OrderSession,
  children: Names,
  /** The order that sold the pass; null if it was not sold. */
  order_number: v.nullable(v.string()),
  /** The last time at which cancelling returns the credit. */
  credit_returns_until: v.string(),
});

/** Classes booked with credits in one decision; with `left_places` one was moved. */
export const BookedClasses = v.object({
  ...decision,
  classes: v.pipe(v.array(BookedClass), v.minLength(1)),
  left_places: v.optional(v.array(LeftPlace), []),
  /** Tokens of the links to the orders, by order number. */
  manage_tokens: v.optional(v.record(v.string(), v.string()), {}),
});
export const CancelledClass = v.object({
  ...decision,
  left_places: v.tuple([v.object({ ...LeftPlace.entries, session: OrderSession })]),
  credit_returned: v.boolean(),
  credit_returns_until: v.string(),
});
export const RenewalChange = v.object({
  ...family,
  ...ofChild,
  title: v.string(),
  /** `stopped`: it ends with the paid period; `ended`: at once. */
  kind: v.picklist(['stopped', 'resumed', 'ended']),
  price_cents: v.number(),
  current_period_end: v.string(),
  passes: v.array(LeftPass),
});
export type BookedClasses = v.InferOutput<typeof BookedClasses>;
export type CancelledClass = v.InferOutput<typeof CancelledClass>;
export type RenewalChange = v.InferOutput<typeof RenewalChange>;
export type Problem = v.InferOutput<typeof Problem>;
export type Expiring = v.InferOutput<typeof Expiring>;
export type Reminder = v.InferOutput<typeof Reminder>;

/** `Kai’s Term`; `your Term` without a known name. */
export function whosePass({ child_name, title }: Pick<Problem, 'child_name' | 'title'>): string {
  const name = plainName(child_name);
  return `${name === null ? 'your' : `${name}’s`} ${title}`;
}

/** `Kai’s Term has 3 sessions left to book, until Sat 5 Dec 2026.` */
export function leftMessage(pass: LeftPass): string {
  const whose = whosePass(pass);
  const left = `${whose.charAt(0).toUpperCase()}${whose.slice(1)} has ${pass.credits === 0 ? 'no sessions' : formatSessions(pass.credits)} left`;
  if (pass.credits === 0) return `${left}.`;
  return `${left} to book${pass.valid_until === null ? '' : `, until ${formatDate(pass.valid_until)}`}.`;
}
