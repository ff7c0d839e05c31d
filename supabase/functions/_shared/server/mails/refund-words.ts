import { formatMoney } from '../../contract/format.ts';
import type { DeskMethod } from '../../contract/receipts.ts';

/** A payment at the desk is refunded in person or by the same method; no bank shows it after some days. */
const byHand: Record<DeskMethod, string> = {
  cash: 'comes back to you in cash. We will be in touch about when and where.',
  paynow: 'comes back to you by PayNow, sent by our team.',
  card_terminal: 'goes back to the card that you paid with at our desk.',
};

/** The sentence after the refund was made. */
export const deskRefundWords: Record<DeskMethod, string> = {
  cash: 'in cash',
  paynow: 'by PayNow',
  card_terminal: 'to the card that you paid with at our desk',
};

/**
 * The sentence about a refund in cents. `waits`: the parent's bank is checking the payment, so the refund waits for its
 * decision. `method`: how it was paid at the desk; null on the site.
 */
export function refundWords(cents: number, waits = false, method: DeskMethod | null = null): string {
  const money = formatMoney(cents);
  if (method !== null) return `${money} ${byHand[method]}`;
  return waits
    ? `Your bank is looking into this payment. If it leaves the payment with us, ${money} goes back the way it came, and we will write again. If it pays you back itself, that is your refund.`
    : `${money} goes back the way it came. Banks take five to ten days to show it.`;
}
