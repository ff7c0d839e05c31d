import * as v from 'valibot';
import { RosterSafety } from './health.ts';
import { PartyToday, UncoveredPlaces } from './coach-time.ts';
import { Clash } from './place-changes.ts';
import { failureReasons, phoneChannels } from './message-channels.ts';
import { count } from './numbers.ts';
import { OpenFirstAid } from './first-aid.ts';
import { ReportProgress } from './growth-reports.ts';
import { OrderSession, QuoteCamp } from './places.ts';
import { DeskSplit } from './receipts.ts';
import { StaffTask } from './management-tasks.ts';
import { MarkState } from './roster.ts';
import { TeamId } from './teams.ts';

// The page Today of the management area (spec 1 §2; docs/decisions "/management"). Health is left out, because
// `read_todays_health` returns it and logs who read it.

const day = v.pipe(v.string(), v.isoDate());
const text = v.nullable(v.string());

/** A list that is shortened. `count` is the number of all rows. */
const shortList = <Schema extends v.GenericSchema>(row: Schema) => v.object({ count, first: v.array(row) });

/** A session or camp of today with its children. */
export const StaffPlace = v.object({
  kind: v.picklist(['session', 'camp']),
  id: v.string(),
  title: v.string(),
  team: v.nullable(TeamId),
  location: v.string(),
  coach: text,
  /** The number of coaches who can be there. `coach` also names those who are absent or have lost their access. */
  coach_count: count,
  /** What the coaches have at the same time. */
  clashes: v.array(Clash),
  starts_at: v.string(),
  ends_at: v.string(),
  is_cancelled_by_us: v.boolean(),
  capacity: count,
  taken: count,
  children: v.array(
    v.object({
      child_id: v.string(),
      family_id: v.string(),
      name: v.string(),
      age: count,
      level: count,
      /** The id of the booking or enrolment. */
      entry_id: v.string(),
      mark: MarkState,
      /** True if it is the child's first time. */
      is_new: v.boolean(),
    }),
  ),
});
export type StaffPlace = v.InferOutput<typeof StaffPlace>;

/**
 * What staff decide about, such as a charge, a refund made in Stripe's dashboard, or money to pay
 * back by hand.
 */
export const decisionKinds = [
  'mismatch',
  'duplicate_payment',
  'paid_late',
  'unknown_order',
  'disputed',
  'external_refund',
  'balance_debt',
  'refund_failed',
  'refund_by_hand',
  'refund_waiting',
  'cancelled_by_us',
  'instalment_overdue',
  'renewal_unpaid',
  'mail_failed',
] as const;

/** A line of the order that a decision is about. */
export const DecisionLine = v.object({
  line_id: v.string(),
  status: v.string(),
  title: v.string(),
  child: text,
  base: text,
  days: v.nullable(v.object({ from: day, until: day })),
  paid_cents: count,
  can_cancel: v.boolean(),
});
export type DecisionLine = v.InferOutput<typeof DecisionLine>;

/** Something that staff must decide. */
export const StaffDecision = v.object({
  kind: v.picklist(decisionKinds),
  id: v.string(),
  order_id: text,
  order_number: text,
  name: text,
  email: text,
  phone: text,
  lines: v.array(DecisionLine),
  amount_cents: v.nullable(v.pipe(v.number(), v.integer())),
  since: v.string(),
  /** The amount that should have been paid. */
  expected_cents: v.nullable(v.pipe(v.number(), v.integer())),
  /** The payment's id at Stripe. */
  reference: text,
  /** The details of the decision, e.g. the reason of a dispute. */
  about: text,
  /** When the bank needs our answer at the latest. */
  answer_by: text,
  /** True if the bank decided a dispute for the parent. */
  is_lost: v.boolean(),
  /**
   * The amount that the family got twice, from us and from its bank, for a dispute or a debt. The
   * next fields are the amount that we took back, the amount that is still missing, and whether the
   * family's balance pays it, which it does if a signed-in parent placed the order.
   */
  paid_twice_cents: v.optional(count),
  taken_back_cents: v.optional(v.pipe(v.number(), v.integer())),
  missing_cents: v.optional(count),
  takes_balance: v.optional(v.boolean()),
  /** What the seller had recorded as the second part of a sale at the desk, and took out when confirming it. */
  split: v.optional(v.nullable(DeskSplit)),
  /** True if the charge was for the renewal of a pass. */
  is_renewal: v.boolean(),
  /** The task that reminds staff to decide it. */
  task: v.nullable(StaffTask),
});
export type StaffDecision = v.InferOutput<typeof StaffDecision>;

/** Answer of the list of decisions. `next` is the `p_after` of the next page. */
export const StaffDecisions = v.object({
  rows: v.array(StaffDecision),
  next: v.nullable(v.object({ since: v.string(), id: v.string() })),
  /** The number of open decisions of each kind, up to a thousand. */
  kinds: v.record(v.string(), count),
});
export type StaffDecisions = v.InferOutput<typeof StaffDecisions>;

/** An open offer of a waitlist. */
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

/** A lead that nobody has contacted yet. */
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

/** An address of a family to which mails do not arrive. */
export const BouncedMail = v.object({
  email: v.string(),
  bounced_at: v.string(),
  reason: text,
  family_id: v.string(),
  children: v.array(v.string()),
  name: text,
  phone: text,
});
export type BouncedMail = v.InferOutput<typeof BouncedMail>;

/** A family with a parent whom no WhatsApp or SMS reached. */
export const UnreachedFamily = v.object({
  id: v.string(),
  family_id: v.string(),
  occasion: v.picklist(['cancelled', 'changed', 'held', 'message']),
  is_urgent: v.boolean(),
  at: v.string(),
  channel: v.picklist(phoneChannels),
  /** Null if it was never reported as delivered. */
  reason: v.nullable(v.picklist(failureReasons)),
  name: text,
  phone: text,
  places: v.array(
    v.object({
      session: v.optional(OrderSession),
      camp: v.optional(QuoteCamp),
      children: v.array(v.string()),
    }),
  ),
});
export type UnreachedFamily = v.InferOutput<typeof UnreachedFamily>;

/** What a camp lacks before it can be sold: a coach, or a location that is still in content. */
export const SaleProblem = v.picklist(['no_coach', 'no_place', 'day_cancelled']);
export type SaleProblem = v.InferOutput<typeof SaleProblem>;

/** A future camp that is not on sale. If it has an `exception`, it is sold without a coach and begins within a week. */
export const UnsoldCamp = v.object({
  id: v.string(),
  title: v.string(),
  location: v.string(),
  first_day: day,
  last_day: day,
  problem: v.picklist([...SaleProblem.options, 'exception']),
  booked: count,
});
export type UnsoldCamp = v.InferOutput<typeof UnsoldCamp>;

/** `handled` is true if the address is no longer in the list. */
export const BounceHandled = v.object({ handled: v.boolean() });

/** The state of the system, for all staff pages. */
export const StaffHealth = v.object({
  alerts: v.array(
    v.object({ kind: v.string(), value: v.number(), threshold: v.number(), began_at: v.string() }),
  ),
  /** The last complete check of the books, with the number of discrepancies by rule. Null before the first check. */
  books: v.nullable(v.object({ discrepancies: count, rules: v.record(v.string(), count), at: v.string() })),
  publish: v.object({
    /** The state of the latest build of the site. `late` means that it has run for more than 20 minutes. */
    site: v.nullable(v.picklist(['built', 'building', 'failed', 'late'])),
    reason: text,
    built_at: text,
    /** The number of builds that were requested and have not started. */
    wishes: count,
    /** Documents that the checkout does not accept. */
    refused: v.array(v.object({ title: text, problem: text })),
  }),
  late_chores: v.array(v.object({ name: v.string(), seconds: v.number() })),
  mails_failed: count,
});
export type StaffHealth = v.InferOutput<typeof StaffHealth>;

/** Answer of the page Today. */
export const ManagementToday = v.object({
  /** The calendar's clock, which a demo may shift. */
  now: v.string(),
  /** The server's clock. */
  at: v.string(),
  day,
  places: v.array(StaffPlace),
  parties: v.array(PartyToday),
  /** The number of children with health notes. */
  health_notes: count,
  /** The number of children whose parents have not answered the health questions yet. */
  health_unknown: count,
  decisions: shortList(StaffDecision),
  offers: shortList(StaffOffer),
  leads: shortList(StaffLead),
  first_aid: shortList(OpenFirstAid),
  bounced_mails: shortList(BouncedMail),
  unreached: shortList(UnreachedFamily),
  tasks: shortList(StaffTask),
  /** Sessions and camps for which no coach can come. */
  uncovered: UncoveredPlaces,
  not_on_sale: shortList(UnsoldCamp),
  /** Camps whose growth reports are not all released. */
  growth_reports: shortList(ReportProgress),
  health: StaffHealth,
});
export type ManagementToday = v.InferOutput<typeof ManagementToday>;

/** Answer of `read_todays_health`. It leaves out children of whom a parent stated that there is nothing to report. */
export const TodaysHealth = v.array(v.object({ child_id: v.string(), ...RosterSafety.entries }));
export type TodaysHealth = v.InferOutput<typeof TodaysHealth>;

/** Where the books do not add up. `rule` is the check, and `subject` is the id of the row that fails it. */
export const Discrepancies = v.array(
  v.object({ rule: v.string(), subject: v.string(), details: v.record(v.string(), v.unknown()) }),
);
export type Discrepancies = v.InferOutput<typeof Discrepancies>;
