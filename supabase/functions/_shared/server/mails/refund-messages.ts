import { formatMoney } from './format.ts';
import type { DeskMethod } from '../../contract/receipts.ts';
import { say } from './say.ts';

/** A payment at the desk is refunded in person or by the same method; no bank shows it after some days. */
const byHand = (): Record<DeskMethod, string> => ({
  cash: say`will be refunded in cash. We will be in touch about when and where.`,
  paynow: say`will be refunded by PayNow.`,
  card_terminal: say`will be refunded to the card that you paid with at our desk.`,
  balance: say`was added to your balance with us.`,
});

/** The sentence after the refund was made. */
export const deskRefundMessages = (): Record<DeskMethod, string> => ({
  cash: say`in cash`,
  paynow: say`by PayNow`,
  card_terminal: say`to the card that you paid with at our desk`,
  balance: say`to your balance with us`,
});

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
  const added = `${formatMoney(toBalance)} ${byHand().balance}`;
  if (toBalance === 0) return moneyMessage(cents, waits, method);
  return cents === toBalance ? added : `${moneyMessage(cents - toBalance, waits, method)} ${added}`;
}

function moneyMessage(cents: number, waits: boolean, method: DeskMethod | null): string {
  const money = formatMoney(cents);
  if (method !== null) return `${money} ${byHand()[method]}`;
  return waits
    ? say`Your bank is looking into this payment. If the payment stays with us, we will refund ${money} to your original payment method and write again. If your bank returns the money itself, that is your refund.`
    : say`We are refunding ${money} to your original payment method. Banks take five to ten days to show it.`;
}
