import { formatMoney, toCents, toDollars } from '#contract/format.ts';
import type { OrderView } from '#contract/orders.ts';

export { formatMoney, toCents, toDollars };

/** Returns a typed amount in cents. Returns null unless the text is an amount above 0. */
export function readDollars(text: string): number | null {
  const digits = text.trim().replace(/^S?\$/, '');
  return /^\d{1,6}(\.\d{1,2})?$/.test(digits) && Number(digits) > 0 ? toCents(Number(digits)) : null;
}

export function gstRows(gst: OrderView['gst']): { label: string; amount: string }[] {
  if (!gst) return [];
  return [{ label: `GST ${gst.rate_percent}% included, ${gst.number}`, amount: formatMoney(gst.cents) }];
}
