import * as v from 'valibot';
import { formatLastMoment, formatMoney } from './format.ts';
import { cents } from './numbers.ts';

/**
 * Each step says what a cancellation refunds until the moment `until`. In the last step `until` is null, because it
 * applies to all later cancellations (`private.refund_changes`).
 */
export const RefundSteps = v.array(
  v.object({
    refund_cents: cents,
    until: v.nullable(v.string()),
    /**
     * What other lines lose of a rebate or a discount code if this line is cancelled. It is already deducted from
     * `refund_cents`.
     */
    clawback_cents: v.optional(cents),
    /** True for a pass of several sessions. Sessions that have been used by then are deducted as well. */
    less_used: v.optional(v.boolean()),
  }),
);
export type RefundSteps = v.InferOutput<typeof RefundSteps>;

/** The heading over the rows. */
export const REFUND_TITLE = 'What you get back if you cancel';

/**
 * Returns rows such as `By Mon 30 Nov 2026, 9.00 am` and `S$1,530`. There are no rows if everything is always
 * refunded.
 */
export function refundRows(steps: RefundSteps | null | undefined): { when: string; amount: string }[] {
  if (!steps || (steps.length < 2 && steps[0]?.refund_cents !== 0)) return [];
  return steps.map(({ until, refund_cents, less_used }, index) => ({
    when: until === null ? (index === 0 ? 'From now on' : 'After that') : `By ${formatLastMoment(until)}`,
    amount: `${formatMoney(refund_cents)}${less_used && refund_cents > 0 ? ', less sessions used' : ''}`,
  }));
}
