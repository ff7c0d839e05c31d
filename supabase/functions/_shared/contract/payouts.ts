import * as v from 'valibot';
import { count } from './numbers.ts';
import { listPage } from './list-page.ts';

/** Stripe's payouts (docs/decisions "Stripe payouts"). Sums are in integer cents and contain Singapore dollars only. */

const text = v.nullable(v.string());
const day = v.pipe(v.string(), v.isoDate());
const cents = v.pipe(v.number(), v.integer());

/** Stripe's statuses of a payout. */
export const payoutStatuses = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];
export const payoutSorts = ['-arrival', 'arrival'] as const;

const Payout = v.object({
  payout_id: v.string(),
  /** The payout's id at Stripe. */
  reference: v.string(),
  made_at: v.string(),
  arrival_on: day,
  status: v.picklist(payoutStatuses),
  amount_cents: cents,
  currency: v.string(),
  failure_code: text,
  /** False if somebody requested the payout by hand. Stripe then does not say what it contains. */
  is_automatic: v.boolean(),
  /** True if all transactions of the payout were read, and their sum is what the bank gets. */
  is_complete: v.boolean(),
  /**
   * The sum of the payments in this payout, before Stripe's fees. The next fields are the sums of
   * other transactions.
   */
  payments_cents: cents,
  refunds_cents: cents,
  disputes_cents: cents,
  /** The sum of earlier payouts that a bank sent back. */
  returned_cents: cents,
  other_cents: cents,
  gross_cents: cents,
  fees_cents: cents,
  net_cents: cents,
  /** The number of its transactions. */
  parts: count,
});
export type Payout = v.InferOutput<typeof Payout>;

export const Payouts = listPage(Payout);

/** A transaction at Stripe. */
const PayoutPart = v.object({
  part_id: v.string(),
  reference: v.string(),
  /** Stripe's reporting category. */
  category: v.string(),
  at: v.string(),
  amount_cents: cents,
  fee_cents: cents,
  net_cents: cents,
  /** The id of the charge, refund or dispute. */
  source: text,
  order_id: text,
  number: text,
});
export type PayoutPart = v.InferOutput<typeof PayoutPart>;

export const PayoutDetails = v.object({ payout: Payout, parts: v.array(PayoutPart) });
export type PayoutDetails = v.InferOutput<typeof PayoutDetails>;

const differenceRules = [
  'payment_not_at_stripe',
  'payment_differs_at_stripe',
  'stripe_payment_unknown',
  'refund_not_at_stripe',
  'stripe_refund_unknown',
  'stripe_dispute_unknown',
  'stripe_other_currency',
  'payout_does_not_add_up',
  'payout_failed',
] as const;
export type DifferenceRule = (typeof differenceRules)[number];

/** Something that differs between our books and Stripe. */
const StripeDifference = v.object({
  rule: v.picklist(differenceRules),
  /** The id of the object that differs. */
  subject: v.string(),
  reference: text,
  at: v.string(),
  /** The amount in our books. */
  cents: v.nullable(cents),
  /** The amount at Stripe. */
  stripe_cents: v.nullable(cents),
  currency: text,
  order_id: text,
  number: text,
  payout_id: text,
});
export type StripeDifference = v.InferOutput<typeof StripeDifference>;

/** A month of Stripe's transactions, e.g. "2026-11". */
export const PayoutMonth = v.object({
  month: v.string(),
  payments_cents: cents,
  refunds_cents: cents,
  disputes_cents: cents,
  other_cents: cents,
  fees_cents: cents,
  net_cents: cents,
  paid_out_cents: cents,
  /** The amount that no payout has taken to the bank yet. */
  not_paid_out_cents: cents,
});
export type PayoutMonth = v.InferOutput<typeof PayoutMonth>;

/** The newest hundred differences of a month. They include payouts of any month that have a problem. */
export const PayoutDifferences = v.object({ count, first: v.array(StripeDifference) });
export type PayoutDifferences = v.InferOutput<typeof PayoutDifferences>;
