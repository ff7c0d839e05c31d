import { formatMoney, toCents, toDollars } from '#contract/format.ts';
import type { OrderView } from '#contract/orders.ts';

/** Formats integer cents as "S$549" or "S$41.75", and converts between dollars and cents. */
export { formatMoney, toCents, toDollars };

/** The GST contained in a total, as a row of a price list; none without a registration number. */
export function gstRows(gst: OrderView['gst']): { label: string; amount: string }[] {
  if (!gst) return [];
  return [{ label: `GST ${gst.rate_percent}% included, ${gst.number}`, amount: formatMoney(gst.cents) }];
}
