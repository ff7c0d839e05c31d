import { formatLastMoment, formatMoney } from './format.ts';
import type { RefundSteps } from './after-sale.ts';

/** What a table of refunds is headed by. */
export const REFUND_TITLE = 'What you get back if you cancel';

/** `unused`, before the payment: of a pass of several sessions, of which those that are used come off. */
export type RefundStep = RefundSteps[number] & { unused?: boolean };

/** A row for each time: `By Mon 30 Nov 2026, 9.00 am`, `S$1,530`. None where it does not depend on the day. */
export function refundRows(
  steps: readonly RefundStep[] | null | undefined,
): { when: string; amount: string }[] {
  if (!steps || steps.length < 2) return [];
  return steps.map(({ until, refund_cents, unused }) => ({
    when: until === null ? 'After that' : `By ${formatLastMoment(until)}`,
    amount: `${formatMoney(refund_cents)}${unused ? ', less sessions used' : ''}`,
  }));
}
