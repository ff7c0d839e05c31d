import { formatMoney } from '../../contract/format.ts';

/**
 * What goes back, in cents. `waits`: the parent's bank looks into the payment, and the refund goes after it has
 * decided.
 */
export function refundWords(cents: number, waits = false): string {
  const money = formatMoney(cents);
  return waits
    ? `Your bank is looking into this payment. If it leaves the payment with us, ${money} goes back the way it came, and we will write again; if it pays you back itself, that is your refund.`
    : `${money} goes back the way it came. Banks take five to ten days to show it.`;
}
