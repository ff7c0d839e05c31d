import * as v from 'valibot';
import { OrderSession, QuoteCamp } from '../../contract/places.ts';
import { plainName } from './greeting.ts';
import { formatDate, formatSessions } from '../../contract/format.ts';
import { Bring, LeftPlace, Names } from './order.ts';

/** Of a mail to a family: whom it greets, and the link to manage the order that it is about, if one was sold. */
const family = { parent_name: v.nullable(v.string()), manage_token: v.optional(v.string()) };

const ofChild = { child_name: v.optional(v.nullable(v.string()), null) };
export const Problem = v.object({
  ...family,
  ...ofChild,
  title: v.string(),
  price_cents: v.number(),
  /** When the provider tries again; null when it does not. */
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
  /** How the family's children get to the camp: some may come, and others be collected. */
  comes: v.optional(v.boolean(), true),
  rides: v.optional(v.boolean(), false),
  bring: Bring,
});
/** What is left of a pass (private.mail_passes). */
const LeftPass = v.object({
  ...ofChild,
  title: v.string(),
  credits: v.number(),
  /** Last day, in Singapore; null without an end. */
  valid_until: v.nullable(v.string()),
});
type LeftPass = v.InferOutput<typeof LeftPass>;

/** What a mail about credits says of the decision: when, and whether staff made it for the family. */
const decision = {
  ...family,
  at: v.string(),
  by_staff: v.optional(v.boolean(), false),
  passes: v.array(LeftPass),
};

/** An appointment that credits booked: all children of an order in one class (private.mail_classes). */
const BookedClass = v.object({
  session: OrderSession,
  children: Names,
  /** Of the order that sold the pass; null: it was not sold. */
  order_number: v.nullable(v.string()),
  /** Last moment at which cancelling gives the credit back. */
  credit_returns_until: v.string(),
});

/** Classes that one decision booked with credits; with `left_places` it moved one. */
export const BookedClasses = v.object({
  ...decision,
  classes: v.pipe(v.array(BookedClass), v.minLength(1)),
  left_places: v.optional(v.array(LeftPlace), []),
  /** Of the links to the orders, by their numbers. */
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
  /** `stopped`: it ends with the period that is paid; `ended`: at once. */
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

/** `Kai’s Term`; `your Term` where no name is known. */
export function whosePass({ child_name, title }: Pick<Problem, 'child_name' | 'title'>): string {
  const name = plainName(child_name);
  return `${name === null ? 'your' : `${name}’s`} ${title}`;
}

/** `Kai’s Term has 3 sessions left to book, until Sat 5 Dec 2026.` */
export function leftWords(pass: LeftPass): string {
  const whose = whosePass(pass);
  const left = `${whose.charAt(0).toUpperCase()}${whose.slice(1)} has ${pass.credits === 0 ? 'no sessions' : formatSessions(pass.credits)} left`;
  if (pass.credits === 0) return `${left}.`;
  return `${left} to book${pass.valid_until === null ? '' : `, until ${formatDate(pass.valid_until)}`}.`;
}
