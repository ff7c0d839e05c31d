/** The smallest amount that Stripe can charge a card. */
const MIN_CHARGE_CENTS = 50;

/**
 * Returns the largest amount of a balance that may pay for a sum. If it does not cover the whole sum, enough is left
 * for a card payment.
 */
export function findMaxFromBalance(balance: number, sum: number): number {
  if (balance >= sum) return sum;
  return Math.max(0, Math.min(balance, sum - MIN_CHARGE_CENTS));
}

/** Limits an amount, so that the remaining sum is large enough for a card payment. */
export const belowLeastCharge = (amount: number, sum: number): number =>
  Math.min(amount, sum - MIN_CHARGE_CENTS);

/**
 * Splits refunds in their order. The money that was paid is refunded first, and the remaining amount returns to the
 * balance. All amounts are in cents.
 */
export function splitMoneyFirst(
  refunds: readonly number[],
  paid: number,
): { money: number; balance: number }[] {
  let unrefunded = paid;
  return refunds.map((cents) => {
    const money = Math.min(cents, Math.max(0, unrefunded));
    unrefunded -= money;
    return { money, balance: cents - money };
  });
}
