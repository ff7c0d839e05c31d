import { formatMoney, toCents, toDollars } from '#contract/format.ts';
import type { OrderView } from '#contract/orders.ts';

export { formatMoney, toCents, toDollars };

/** Cents of typed dollars above 0; null if it is no such amount. */
export function readDollars(text: string): number | null {
  const plain = text.trim().replace(/^S?\$/, '');
  return /^\d{1,6}(\.\d{1,2})?$/.test(plain) && Number(plain) > 0 ? toCents(Number(plain)) : null;
}

export function gstRows(gst: OrderView['gst']): { label: string; amount: string }[] {
  if (!gst) return [];
  return [{ label: `GST ${gst.rate_percent}% included, ${gst.number}`, amount: formatMoney(gst.cents) }];
}
