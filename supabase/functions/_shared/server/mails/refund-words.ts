import { formatMoney } from '../../contract/format.ts';
import type { DeskMethod } from '../../contract/receipts.ts';

/** What was paid at the desk goes back from hand to hand, or as it came there; no bank shows it in so many days. */
const byHand: Record<DeskMethod, string> = {
  cash: 'comes back to you in cash. We will be in touch about when and where.',
  paynow: 'comes back to you by PayNow, sent by our team.',
  card_terminal: 'goes back to the card that you paid with at our desk.',
};

/** What went back, as one says it afterwards. */
export const deskRefundWords: Record<DeskMethod, string> = {
  cash: 'in cash',
  paynow: 'by PayNow',
  card_terminal: 'to the card that you paid with at our desk',
};

/**
 * What goes back, in cents. `waits`: the parent's bank looks into the payment, and the refund goes after it has
 * decided. `method`: how it was paid at the desk; null on the site.
 */
export function refundWords(cents: number, waits = false, method: DeskMethod | null = null): string {
  const money = formatMoney(cents);
  if (method !== null) return `${money} ${byHand[method]}`;
  return waits
    ? `Your bank is looking into this payment. If it leaves the payment with us, ${money} goes back the way it came, and we will write again. If it pays you back itself, that is your refund.`
    : `${money} goes back the way it came. Banks take five to ten days to show it.`;
}
