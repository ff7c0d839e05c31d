import { formatLastMoment, formatMoney } from './format.ts';
import type { RefundSteps } from './after-sale.ts';

/** What a table of refunds is headed by. */
export const REFUND_TITLE = 'What you get back if you cancel';

/** Until when a row of the table holds; of the last one, null. */
export const refundWhen = (until: string | null): string =>
  until === null ? 'After that' : `By ${formatLastMoment(until)}`;

/** A row for each time: `By Mon 30 Nov 2026, 9.00 am`, `S$1,530`. None where it does not depend on the day. */
export function refundRows(steps: RefundSteps | null | undefined): { when: string; amount: string }[] {
  if (!steps || steps.length < 2) return [];
  return steps.map(({ until, refund_cents }) => ({
    when: refundWhen(until),
    amount: formatMoney(refund_cents),
  }));
}
