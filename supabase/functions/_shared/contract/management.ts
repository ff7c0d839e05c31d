import * as v from 'valibot';
import { RosterSafety } from './health.ts';
import { count } from './numbers.ts';
import { OpenFirstAid } from './first-aid.ts';
import { MarkState } from './roster.ts';
import { TeamId } from './teams.ts';

/**
 * What the management opens on, in one call: `get_management_today` (spec 1 §2; decisions "/management"). Moments as
 * ISO 8601 with zone, days in Singapore, money in cents. Nothing of anybody's health: that is `read_todays_health`, and
 * logged.
 */

const day = v.pipe(v.string(), v.isoDate());
const text = v.nullable(v.string());

/** Lists are short; `count` says how many there are. */
const short = <Schema extends v.GenericSchema>(row: Schema) => v.object({ count, first: v.array(row) });

/** A session or camp of the day. */
export const StaffPlace = v.object({
  kind: v.picklist(['session', 'camp']),
  id: v.string(),
  title: v.string(),
  team: v.nullable(TeamId),
  location: v.string(),
  coach: text,
  starts_at: v.string(),
  ends_at: v.string(),
  is_called_off: v.boolean(),
  capacity: count,
  /** Sold, held or offered to the waitlist. */
  taken: count,
  children: v.array(
    v.object({
      child_id: v.string(),
      name: v.string(),
      age: count,
      level: count,
      /** Booking or enrolment. */
      entry_id: v.string(),
      mark: MarkState,
      /** Never booked before. */
      is_new: v.boolean(),
    }),
  ),
});
export type StaffPlace = v.InferOutput<typeof StaffPlace>;

/**
 * A charge that a person decides about, by its kind; a refund made on Stripe's own pages; money to be paid back by
 * hand, or once our balance covers it; a place that we called off and whose family has not chosen; a renewal not paid;
 * a mail given up.
 */
export const decisionKinds = [
  'mismatch',
  'duplicate_payment',
  'paid_late',
  'unknown_order',
  'disputed',
  'external_refund',
  'refund_failed',
  'refund_by_hand',
  'refund_waiting',
  'called_off',
  'renewal_unpaid',
  'mail_given_up',
] as const;

/** One of what a decision is about. `paid_cents`: what of the payment lies on it, or stayed with us. */
export const DecisionLine = v.object({
  line_id: v.string(),
  status: v.string(),
  title: v.string(),
  child: text,
  base: text,
  days: v.nullable(v.object({ from: day, until: day })),
  paid_cents: count,
  /** Of a refund made at Stripe: may it be cancelled by its rules? */
  can_cancel: v.boolean(),
});
export type DecisionLine = v.InferOutput<typeof DecisionLine>;

export const StaffDecision = v.object({
  kind: v.picklist(decisionKinds),
  id: v.string(),
  order_id: text,
  order_number: text,
  name: text,
  email: text,
  phone: text,
  lines: v.array(DecisionLine),
  /** Of a mail null. Of a refund made at Stripe, what nobody has decided about yet. */
  amount_cents: v.nullable(v.pipe(v.number(), v.integer())),
  since: v.string(),
  /** What the order of a mismatch costs. */
  expected_cents: v.nullable(v.pipe(v.number(), v.integer())),
  /** The charge's name at the provider. */
  reference: text,
  /** A bank's reason, why a refund failed, how it was paid, or which mail. */
  about: text,
  /** Until when evidence may be given. */
  answer_by: text,
  is_lost: v.boolean(),
  /** The charge of a renewal. */
  is_renewal: v.boolean(),
});
export type StaffDecision = v.InferOutput<typeof StaffDecision>;

/** Answer of `list_decisions`. `kinds`: how many of each wait, to a thousand. `next`: `p_after` of the next page. */
export const StaffDecisions = v.object({
  rows: v.array(StaffDecision),
  next: v.nullable(v.object({ since: v.string(), id: v.string() })),
  kinds: v.record(v.string(), count),
});
export type StaffDecisions = v.InferOutput<typeof StaffDecisions>;

/** Places that are kept for a family on a waitlist until a moment. */
export const StaffOffer = v.object({
  id: v.string(),
  title: v.string(),
  location: v.string(),
  starts_at: v.string(),
  places: count,
  expires_at: v.string(),
  name: text,
  phone: text,
});
export type StaffOffer = v.InferOutput<typeof StaffOffer>;

export const StaffLead = v.object({
  id: v.string(),
  name: v.string(),
  source: v.string(),
  status: v.string(),
  phone: text,
  email: text,
  created_at: v.string(),
  auto_delete_at: v.string(),
});
export type StaffLead = v.InferOutput<typeof StaffLead>;

/** Of `get_system_health` what one line says, or the lines that are not well. */
export const StaffHealth = v.object({
  alerts: v.array(
    v.object({ kind: v.string(), value: v.number(), threshold: v.number(), began_at: v.string() }),
  ),
  /** The last whole look through the books; null before the first. `rules`: odd rows by rule. */
  books: v.nullable(v.object({ odd_rows: count, rules: v.record(v.string(), count), at: v.string() })),
  publish: v.object({
    site: v.nullable(v.picklist(['built', 'building', 'failed', 'late'])),
    reason: text,
    built_at: text,
    wishes: count,
    refused: v.array(v.object({ title: text, problem: text })),
  }),
  late_chores: v.array(v.object({ name: v.string(), seconds: v.number() })),
  mails_given_up: count,
});
export type StaffHealth = v.InferOutput<typeof StaffHealth>;

export const ManagementToday = v.object({
  /** By the calendar, which a demo shifts. */
  now: v.string(),
  /** By the clock that offers lapse by. */
  at: v.string(),
  day,
  places: v.array(StaffPlace),
  /** Of how many of today's children something is known that a coach must know. */
  health_notes: count,
  /** Of how many of today's children nobody has told us anything of health. */
  health_unknown: count,
  decisions: short(StaffDecision),
  offers: short(StaffOffer),
  leads: short(StaffLead),
  /** Of any day: no parent was told yet. */
  first_aid: short(OpenFirstAid),
  health: StaffHealth,
});
export type ManagementToday = v.InferOutput<typeof ManagementToday>;

/** Answer of `read_todays_health`: without those of whom a parent said that there is nothing to report. */
export const TodaysHealth = v.array(v.object({ child_id: v.string(), ...RosterSafety.entries }));
export type TodaysHealth = v.InferOutput<typeof TodaysHealth>;

/** An odd row of `reconcile_books`; `goes_on`: there are more orders after its subject. */
export const OddRows = v.array(
  v.object({ rule: v.string(), subject: v.string(), details: v.record(v.string(), v.unknown()) }),
);
export type OddRows = v.InferOutput<typeof OddRows>;
