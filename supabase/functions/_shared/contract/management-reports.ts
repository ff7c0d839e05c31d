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
export const REPORT_DAYS_MOST = 378;

/** Charges less refunds and `unlined` equal the ledger, except for `disputed`. `difference` is what remains. */
const ReportReconciled = v.object({
  ledger_cents: signedCents,
  payments_cents: signedCents,
  refunds_cents: signedCents,
  unlined_cents: signedCents,
  disputed_cents: signedCents,
  /**
   * The amount that banks took for disputes and nobody has written off. The ledger still contains it, but it is not
   * earned.
   */
  withdrawn_cents: signedCents,
  difference_cents: signedCents,
  books: v.nullable(v.object({ discrepancies: count, rules: v.record(v.string(), count), at: v.string() })),
});
export type ReportReconciled = v.InferOutput<typeof ReportReconciled>;

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
  discounts: v.array(v.object({ seller: text, orders: count, cents: count })),
  reconciled: ReportReconciled,
});
export type RevenueReport = v.InferOutput<typeof RevenueReport>;

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

export const EarlyBirdReport = v.object({
  rungs: v.array(
    v.object({
      offer_id: v.string(),
      tier: text,
      title: v.string(),
      rung_id: text,
      position: v.nullable(count),
      places: count,
      cents: signedCents,
      saved_cents: signedCents,
    }),
  ),
});
export type EarlyBirdReport = v.InferOutput<typeof EarlyBirdReport>;

export const bookingSteps = [
  'team_selection',
  'session_selection',
  'pass_selection',
  'checkout_started',
  'checkout_completed',
] as const;
export type BookingStep = (typeof bookingSteps)[number];
const step = v.picklist(bookingSteps);

export const BookingStepsReport = v.object({
  stored_since: text,
  steps: v.array(v.object({ step, visits: count, also_before: count })),
});
export type BookingStepsReport = v.InferOutput<typeof BookingStepsReport>;

export const RetentionReport = v.object({
  months: v.array(
    v.object({
      month: v.string(),
      families: count,
      days_30: count,
      days_90: count,
      days_180: count,
      ended_at: v.string(),
    }),
  ),
});
export type RetentionReport = v.InferOutput<typeof RetentionReport>;

export const WaitlistReport = v.object({
  places: v.array(
    v.object({
      name: v.string(),
      is_class: v.boolean(),
      joined: count,
      offered: count,
      enrolled: count,
      waiting: count,
    }),
  ),
});
export type WaitlistReport = v.InferOutput<typeof WaitlistReport>;

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

export const GstReport = v.object({
  number: text,
  months: v.array(
    v.object({
      month: v.string(),
      number: text,
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
 * What was paid by the end of `day` and has not taken place yet. `items`: camp places, places to be chosen, or credits.
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

export const InstalmentsReport = v.object({
  months: v.array(
    v.object({
      month: v.string(),
      parts: count,
      cents: signedCents,
      late: count,
      late_cents: signedCents,
    }),
  ),
});
export type InstalmentsReport = v.InferOutput<typeof InstalmentsReport>;

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

/** Sessions and camp days that took place, by month and coach (null: nobody was assigned), in minutes. */
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

export const RecentActivity = v.object({
  at: v.string(),
  steps: v.array(v.object({ step, visits: count })),
  viewers: count,
  paid: v.object({ orders: count, cents: signedCents }),
  bookings: v.array(
    v.object({ title: v.string(), class_type: v.string(), location: v.string(), minutes_ago: count }),
  ),
});
export type RecentActivity = v.InferOutput<typeof RecentActivity>;
