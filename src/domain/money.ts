import { formatMoney, toCents } from '#contract/format.ts';
import type { OrderView } from '#contract/orders.ts';

/** Money as everywhere: integer cents to "S$549" or "S$41.75", and dollars to cents. */
export { formatMoney, toCents };

/** The GST contained in a total as a row of a price list; none without a registration number. */
export function gstRows(gst: OrderView['gst']): { label: string; amount: string }[] {
  if (!gst) return [];
  return [{ label: `GST ${gst.rate_percent}% included, ${gst.number}`, amount: formatMoney(gst.cents) }];
}

/** What stays in the browser says dollars, as the specification has it (spec 2 §3): 167, 41.75. */
export const toDollars = (cents: number): number => cents / 100;
