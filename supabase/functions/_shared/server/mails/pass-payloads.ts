import * as v from 'valibot';
import { OrderSession, QuoteCamp } from '../../contract/places.ts';
import { plainName } from './greeting.ts';
import { formatDate, formatSessions } from './format.ts';
import { Bring, LeftPlace, Names } from './order.ts';

/** Payloads of the mails about passes, classes and renewals, as SQL queues them (pass-mails.ts has the templates). */

/**
 * The fields of every mail to a family: the name for the greeting, and the link to manage the order, if there is an
 * order.
 */
const familyFields = { parent_name: v.nullable(v.string()), manage_token: v.optional(v.string()) };

const childField = { child_name: v.optional(v.nullable(v.string()), null) };
export const PaymentProblemPayload = v.object({
  ...familyFields,
  ...childField,
  title: v.string(),
  price_cents: v.number(),
  next_attempt_at: v.nullable(v.string()),
});
export const PassExpiringPayload = v.object({
  ...familyFields,
  ...childField,
  title: v.string(),
  valid_until: v.string(),
  credits: v.number(),
});
export const SessionReminderPayload = v.object({
  ...familyFields,
  children: Names,
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
  /** True if the family brings the child, so that the mail shows the address. */
  comes: v.optional(v.boolean(), true),
  /** True if a van collects the child. */
  rides: v.optional(v.boolean(), false),
  bring: Bring,
});
const RemainingPass = v.object({
  ...childField,
  title: v.string(),
  credits: v.number(),
  valid_until: v.nullable(v.string()),
});
type RemainingPass = v.InferOutput<typeof RemainingPass>;

const bookingChangeFields = {
  ...familyFields,
  at: v.string(),
  by_staff: v.optional(v.boolean(), false),
  passes: v.array(RemainingPass),
};

const BookedClass = v.object({
  session: OrderSession,
  children: Names,
  order_number: v.nullable(v.string()),
  credit_returns_until: v.string(),
});

export const ClassBookedPayload = v.object({
  ...bookingChangeFields,
  classes: v.pipe(v.array(BookedClass), v.minLength(1)),
  left_places: v.optional(v.array(LeftPlace), []),
  manage_tokens: v.optional(v.record(v.string(), v.string()), {}),
});
const leftClass = { ...LeftPlace.entries, session: OrderSession };
const creditFields = { credit_returned: v.boolean(), credit_returns_until: v.string() };
export const ClassCancelledPayload = v.object({
  ...bookingChangeFields,
  left_places: v.tuple([v.object(leftClass)]),
  ...creditFields,
});
const CancelledClass = v.object({ ...leftClass, ...creditFields });
export const RenewalChangedPayload = v.object({
  ...familyFields,
  ...childField,
  title: v.string(),
  /** `stopped` means that the pass ends with the paid period. `ended` means that it ended at once. */
  kind: v.picklist(['stopped', 'resumed', 'ended']),
  price_cents: v.number(),
  current_period_end: v.string(),
  passes: v.array(RemainingPass),
});
const pausedDays = { first_day: v.string(), last_day: v.string() };
const passChangeFields = {
  ...familyFields,
  ...childField,
  by_staff: v.optional(v.boolean(), false),
  title: v.string(),
  passes: v.array(RemainingPass),
};
export const PassChangedPayload = v.variant('kind', [
  v.object({
    ...passChangeFields,
    kind: v.literal('paused'),
    ...pausedDays,
    at: v.string(),
    left_places: v.array(CancelledClass),
  }),
  v.object({ ...passChangeFields, kind: v.literal('pause_ended'), ...pausedDays }),
  v.object({
    ...passChangeFields,
    kind: v.literal('credits_moved'),
    credits: v.number(),
    to_child_name: v.nullable(v.string()),
  }),
]);
export type PassChangedPayload = v.InferOutput<typeof PassChangedPayload>;
export type PassPausedPayload = Extract<PassChangedPayload, { kind: 'paused' }>;
export type ClassBookedPayload = v.InferOutput<typeof ClassBookedPayload>;
export type ClassCancelledPayload = v.InferOutput<typeof ClassCancelledPayload>;
export type RenewalChangedPayload = v.InferOutput<typeof RenewalChangedPayload>;
export type PaymentProblemPayload = v.InferOutput<typeof PaymentProblemPayload>;
export type PassExpiringPayload = v.InferOutput<typeof PassExpiringPayload>;
export type SessionReminderPayload = v.InferOutput<typeof SessionReminderPayload>;

export function whosePass({
  child_name,
  title,
}: Pick<PaymentProblemPayload, 'child_name' | 'title'>): string {
  const name = plainName(child_name);
  return `${name === null ? 'your' : `${name}’s`} ${title}`;
}

export function remainingMessage(pass: RemainingPass): string {
  const whose = whosePass(pass);
  const left = `${whose.charAt(0).toUpperCase()}${whose.slice(1)} has ${pass.credits === 0 ? 'no sessions' : formatSessions(pass.credits)} left`;
  if (pass.credits === 0) return `${left}.`;
  return `${left} to book${pass.valid_until === null ? '' : `, until ${formatDate(pass.valid_until)}`}.`;
}
