import * as v from 'valibot';
import { BalancesReport } from './balance.ts';
import { count, signedCents } from './numbers.ts';

/** Reports for staff (docs/decisions "/management/reports"). A week is given by its Monday, a month as "2026-11". */

const text = v.nullable(v.string());

export const reportNames = [
  'revenue',
  'methods',
  'balances',
  'deferred',
  'instalments',
  'fill',
  'early_bird',
  'steps',
  'retention',
  'waitlists',
  'hours',
  'refunds',
  'gst',
  'gst_return',
] as const;
export type ReportName = (typeof reportNames)[number];
export const REPORT_DAYS_MAX = 378;

/** How books and payments agree. Charges minus refunds and `unlined_cents` equal the ledger plus `disputed_cents`. */
const ReportReconciled = v.object({
  /** The sum of the line ledger in the period. */
  ledger_cents: signedCents,
  payments_cents: signedCents,
  refunds_cents: signedCents,
  /** Charges minus refunds that belong to no line. */
  unlined_cents: signedCents,
  /** What was written off because of disputes. */
  disputed_cents: signedCents,
  /** What banks took back in disputes and nobody has written off yet. It is in the ledger, but we did not earn it. */
  withdrawn_cents: signedCents,
  difference_cents: signedCents,
  /** The last complete check of the books, with the number of discrepancies by rule. */
  books: v.nullable(v.object({ discrepancies: count, rules: v.record(v.string(), count), at: v.string() })),
});
export type ReportReconciled = v.InferOutput<typeof ReportReconciled>;

/** Sales and refunds by week and offer. */
export const RevenueReport = v.object({
  weeks: v.array(
    v.object({
      week: v.string(),
      offer_id: v.string(),
      sold_cents: signedCents,
      refunded_cents: signedCents,
      lines: count,
    }),
  ),
  offers: v.array(v.object({ id: v.string(), title: v.string(), kind: v.string() })),
  /** The discounts that sellers gave at the desk. */
  discounts: v.array(v.object({ seller: text, orders: count, cents: count })),
  reconciled: ReportReconciled,
});
export type RevenueReport = v.InferOutput<typeof RevenueReport>;

/** Seats, and how many of them are booked. Cancelled places and places on hold do not count. */
export const FillReport = v.object({
  classes: v.array(
    v.object({ week: v.string(), class_type: v.string(), sessions: count, seats: count, taken: count }),
  ),
  camps: v.array(
    v.object({
      camp_id: v.string(),
      name: v.string(),
      tier: v.string(),
      start_date: v.string(),
      end_date: v.string(),
      seats: count,
      taken: count,
    }),
  ),
});
export type FillReport = v.InferOutput<typeof FillReport>;

/** How many places each rung sold. */
export const EarlyBirdReport = v.object({
  rungs: v.array(
    v.object({
      offer_id: v.string(),
      tier: text,
      title: v.string(),
      /** Null for the listed price. */
      rung_id: text,
      /** The order of the rungs. Null for the listed price or a rung that no longer exists. */
      position: v.nullable(count),
      places: count,
      /** The sum of the prices of these places. */
      cents: signedCents,
      /** What parents saved, compared with the listed price of today. */
      saved_cents: signedCents,
    }),
  ),
});
export type EarlyBirdReport = v.InferOutput<typeof EarlyBirdReport>;

/** The steps of a booking, as analytics name them, in their order. */
export const bookingSteps = [
  'team_selection',
  'session_selection',
  'pass_selection',
  'checkout_started',
  'checkout_completed',
] as const;
export type BookingStep = (typeof bookingSteps)[number];
const step = v.picklist(bookingSteps);

/** The visits that reached each step. `also_before` counts those that had also done the step before it. */
export const BookingStepsReport = v.object({
  /** Steps before this day are deleted. */
  stored_since: text,
  steps: v.array(v.object({ step, visits: count, also_before: count })),
});
export type BookingStepsReport = v.InferOutput<typeof BookingStepsReport>;

/** Families by the month of their first purchase, with the number that bought again within 30, 90 and 180 days. */
export const RetentionReport = v.object({
  months: v.array(
    v.object({
      month: v.string(),
      families: count,
      days_30: count,
      days_90: count,
      days_180: count,
      /** The first day after the month. Each number can still grow until that many days after this day. */
      ended_at: v.string(),
    }),
  ),
});
export type RetentionReport = v.InferOutput<typeof RetentionReport>;

/** What became of waitlist entries, by kind of class and tier of camp. */
export const WaitlistReport = v.object({
  places: v.array(
    v.object({
      name: v.string(),
      is_class: v.boolean(),
      joined: count,
      /** The number of entries that got an offer. */
      offered: count,
      enrolled: count,
      waiting: count,
    }),
  ),
});
export type WaitlistReport = v.InferOutput<typeof WaitlistReport>;

/** Refunds by week and reason. `failed` counts those that did not arrive. */
export const RefundsReport = v.object({
  weeks: v.array(
    v.object({
      week: v.string(),
      reason: v.string(),
      refunds: count,
      cents: signedCents,
      failed: count,
      failed_cents: signedCents,
    }),
  ),
});
export type RefundsReport = v.InferOutput<typeof RefundsReport>;

/** GST by month. */
export const GstReport = v.object({
  /** Our GST registration. Null if we are not registered. */
  number: text,
  months: v.array(
    v.object({
      month: v.string(),
      number: text,
      /** 900 means 9 %. */
      rate_basis_points: v.nullable(count),
      supplied_cents: signedCents,
      refunded_cents: signedCents,
      gst_cents: signedCents,
    }),
  ),
});
export type GstReport = v.InferOutput<typeof GstReport>;

export const MethodsReport = v.object({
  methods: v.array(
    v.object({
      method: v.string(),
      charges: count,
      charged_cents: signedCents,
      refunds: count,
      refunded_cents: signedCents,
    }),
  ),
  disputes: v.object({ disputes: count, withdrawn_cents: signedCents }),
  reconciled: ReportReconciled,
});
export type MethodsReport = v.InferOutput<typeof MethodsReport>;

/**
 * What was paid by the end of `day` for something that is still to come. `items` counts camp places, places that are
 * still to be chosen, or credits.
 */
export const DeferredReport = v.object({
  day: v.string(),
  products: v.array(
    v.object({
      offer_id: v.string(),
      title: v.string(),
      kind: v.picklist(['camp', 'choice', 'credit']),
      items: count,
      cents: signedCents,
    }),
  ),
  vouchers: v.object({ count, cents: count, given_cents: count }),
  balances_cents: signedCents,
});
export type DeferredReport = v.InferOutput<typeof DeferredReport>;

/** Open instalments by the month in which they are due. */
export const InstalmentsReport = v.object({
  months: v.array(
    v.object({
      month: v.string(),
      /** The number of instalments. */
      parts: count,
      cents: signedCents,
      /** The number of instalments that are late. */
      late: count,
      late_cents: signedCents,
    }),
  ),
});
export type InstalmentsReport = v.InferOutput<typeof InstalmentsReport>;

/** The amounts of the GST return by quarter, e.g. "2026-Q4". */
export const GstReturnReport = v.object({
  quarters: v.array(
    v.object({
      quarter: v.string(),
      number: v.string(),
      rate_basis_points: count,
      supplies_cents: signedCents,
      output_tax_cents: signedCents,
      refunded_cents: signedCents,
      refunded_tax_cents: signedCents,
    }),
  ),
});
export type GstReturnReport = v.InferOutput<typeof GstReturnReport>;

/** Sessions and camp days that took place, in minutes by month and coach. The coach is null if nobody was assigned. */
export const HoursReport = v.object({
  months: v.array(
    v.object({
      month: v.string(),
      coach: text,
      sessions: count,
      session_minutes: count,
      camp_days: count,
      camp_minutes: count,
    }),
  ),
});
export type HoursReport = v.InferOutput<typeof HoursReport>;

/** The shape of each report's answer. */
export const reportShapes = {
  revenue: RevenueReport,
  methods: MethodsReport,
  balances: BalancesReport,
  deferred: DeferredReport,
  instalments: InstalmentsReport,
  gst_return: GstReturnReport,
  fill: FillReport,
  early_bird: EarlyBirdReport,
  steps: BookingStepsReport,
  retention: RetentionReport,
  waitlists: WaitlistReport,
  hours: HoursReport,
  refunds: RefundsReport,
  gst: GstReport,
} as const satisfies Record<ReportName, v.GenericSchema>;

/** What happened on the site within the last minute. */
export const RecentActivity = v.object({
  at: v.string(),
  steps: v.array(v.object({ step, visits: count })),
  /** The number of visitors who look at sessions and camps now. */
  viewers: count,
  paid: v.object({ orders: count, cents: signedCents }),
  /** The latest bookings, as the site shows them. */
  bookings: v.array(
    v.object({ title: v.string(), class_type: v.string(), location: v.string(), minutes_ago: count }),
  ),
});
export type RecentActivity = v.InferOutput<typeof RecentActivity>;
