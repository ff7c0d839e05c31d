import * as v from 'valibot';
import { formatLastMoment, formatMoney } from './format.ts';
import { cents } from './numbers.ts';

/**
 * What cancelling brings, by date: `until` the last moment for it, null for all that follows. One function of SQL says
 * it (`private.refund_turns`), before the payment and after it.
 */
export const RefundSteps = v.array(
  v.object({
    refund_cents: cents,
    until: v.nullable(v.string()),
    /** Taken off already: rebate or code that what stays is not entitled to without this line. */
    reclaimed_cents: v.optional(cents),
    /** Of a pass of several sessions: those that are used until then come off as well. */
    less_used: v.optional(v.boolean()),
  }),
);
export type RefundSteps = v.InferOutput<typeof RefundSteps>;

/** What a table of refunds is headed by. */
export const REFUND_TITLE = 'What you get back if you cancel';

/**
 * A row for each time: `By Mon 30 Nov 2026, 9.00 am`, `S$1,530`; where nothing comes back any more: `From now on`,
 * `S$0`. None where all comes back whenever it is.
 */
export function refundRows(steps: RefundSteps | null | undefined): { when: string; amount: string }[] {
  if (!steps || (steps.length < 2 && steps[0]?.refund_cents !== 0)) return [];
  return steps.map(({ until, refund_cents, less_used }, at) => ({
    when: until === null ? (at === 0 ? 'From now on' : 'After that') : `By ${formatLastMoment(until)}`,
    amount: `${formatMoney(refund_cents)}${less_used && refund_cents > 0 ? ', less sessions used' : ''}`,
  }));
}
