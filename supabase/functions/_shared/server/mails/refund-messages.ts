import { formatMoney } from '../../contract/format.ts';
import type { DeskMethod } from '../../contract/receipts.ts';

/** A payment at the desk is refunded in person or by the same method; no bank shows it after some days. */
const byHand: Record<DeskMethod, string> = {
  cash: 'will be refunded in cash. We will be in touch about when and where.',
  paynow: 'will be refunded by PayNow.',
  card_terminal: 'will be refunded to the card that you paid with at our desk.',
  balance: 'was added to your balance with us.',
};

/** The sentence after the refund was made. */
export const deskRefundMessages: Record<DeskMethod, string> = {
  cash: 'in cash',
  paynow: 'by PayNow',
  card_terminal: 'to the card that you paid with at our desk',
  balance: 'to your balance with us',
};

/**
 * The sentence about a refund in cents. `waits`: the parent's bank is checking the payment, so the refund waits for its
 * decision. `method`: how it was paid at the desk; null on the site. `toBalance`: the part that was added to the
 * family's balance.
 */
export function refundMessage(
  cents: number,
  waits = false,
  method: DeskMethod | null = null,
  toBalance = 0,
): string {
  const added = `${formatMoney(toBalance)} ${byHand.balance}`;
  if (toBalance === 0) return moneyMessage(cents, waits, method);
  return cents === toBalance ? added : `${moneyMessage(cents - toBalance, waits, method)} ${added}`;
}

function moneyMessage(cents: number, waits: boolean, method: DeskMethod | null): string {
  const money = formatMoney(cents);
  if (method !== null) return `${money} ${byHand[method]}`;
  return waits
    ? `Your bank is looking into this payment. If the payment stays with us, we will refund ${money} to your original payment method and write again. If your bank returns the money itself, that is your refund.`
    : `We are refunding ${money} to your original payment method. Banks take five to ten days to show it.`;
}
