import type { OrderView } from '#contract/orders.ts';
import { belowLeastCharge, findMaxFromBalance } from '#domain/balance.ts';
import type { PayChoice } from '#contract/order-requests.ts';

/** The payment if the parent pays a deposit or uses the balance. `dueCents` is charged now. */
export interface ChosenPay {
  choice: PayChoice;
  dueCents: number;
}

/** What the payment is doing. */
export type Phase = 'idle' | 'paying' | 'sending' | 'leaving';

/** The parent's choices, before they are compared with the order and the balance. */
export interface Chosen {
  parts: number | null;
  /** The cents of the balance to use. Null means none, and `most` means as much as possible. */
  balance: number | 'most' | null;
}

/** Returns the cents of the balance to use. They are limited so that the card is charged at least Stripe's minimum. */
export function usedOf(requestedBalance: Chosen['balance'], balance: number, total: number): number {
  const mostCents = findMaxFromBalance(balance, total);
  if (requestedBalance === null) return 0;
  if (requestedBalance === 'most' || requestedBalance >= mostCents) return mostCents;
  return belowLeastCharge(requestedBalance, total);
}

/** Returns what is sent and charged now, or null if the whole price is paid by card. */
export function chosenPay(
  { parts, balance }: Chosen,
  order: OrderView,
  balanceCents: number,
): ChosenPay | null {
  const option = order.pay?.options.find((candidate) => candidate.parts === parts);
  if (option) {
    const { deposit_cents } = option;
    return { choice: { instalments: { parts: option.parts, deposit_cents } }, dueCents: deposit_cents };
  }
  const usedCents = usedOf(balance, balanceCents, order.total_cents);
  if (usedCents <= 0) return null;
  return { choice: { balance_cents: usedCents }, dueCents: order.total_cents - usedCents };
}
