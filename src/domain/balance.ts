/** Stripe cannot charge a card for less than this. */
const LEAST_CHARGE_CENTS = 50;

/**
 * The largest amount of a balance that may pay for a sum. If it does not cover the sum, enough is left for a card
 * payment.
 */
export function findMaxFromBalance(balance: number, sum: number): number {
  if (balance >= sum) return sum;
  return Math.max(0, Math.min(balance, sum - LEAST_CHARGE_CENTS));
}

/** Limits an amount so that the rest of the sum is large enough for a card payment. */
export const belowLeastCharge = (amount: number, sum: number): number =>
  Math.min(amount, sum - LEAST_CHARGE_CENTS);

/**
 * Splits refunds in order: the money that was paid goes back first, and the rest returns to the balance. All amounts
 * are in cents.
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
