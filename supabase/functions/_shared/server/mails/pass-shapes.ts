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
  next_attempt_at: v.nullable(v.string()),
});
export const Expiring = v.object({
  ...family,
  ...ofChild,
  title: v.string(),
  valid_until: v.string(),
  credits: v.number(),
});
export const Reminder = v.object({
  ...family,
  children: Names,
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
  comes: v.optional(v.boolean(), true),
  rides: v.optional(v.boolean(), false),
  bring: Bring,
});
const LeftPass = v.object({
  ...ofChild,
  title: v.string(),
  credits: v.number(),
  valid_until: v.nullable(v.string()),
});
type LeftPass = v.InferOutput<typeof LeftPass>;

const decision = {
  ...family,
  at: v.string(),
  by_staff: v.optional(v.boolean(), false),
  passes: v.array(LeftPass),
};

const BookedClass = v.object({
  session: OrderSession,
  children: Names,
  order_number: v.nullable(v.string()),
  credit_returns_until: v.string(),
});

export const BookedClasses = v.object({
  ...decision,
  classes: v.pipe(v.array(BookedClass), v.minLength(1)),
  left_places: v.optional(v.array(LeftPlace), []),
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
  /** `stopped`: it ends with the paid period; `ended`: it ended at once. */
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

export function whosePass({ child_name, title }: Pick<Problem, 'child_name' | 'title'>): string {
  const name = plainName(child_name);
  return `${name === null ? 'your' : `${name}’s`} ${title}`;
}

export function leftMessage(pass: LeftPass): string {
  const whose = whosePass(pass);
  const left = `${whose.charAt(0).toUpperCase()}${whose.slice(1)} has ${pass.credits === 0 ? 'no sessions' : formatSessions(pass.credits)} left`;
  if (pass.credits === 0) return `${left}.`;
  return `${left} to book${pass.valid_until === null ? '' : `, until ${formatDate(pass.valid_until)}`}.`;
}
