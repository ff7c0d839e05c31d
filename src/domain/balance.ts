/** A card cannot be charged less. */
const LEAST_CHARGE_CENTS = 50;

/** The most of a balance that can pay for a sum: all of it, or so that a card can pay the rest. */
export function mostOf(balance: number, sum: number): number {
  if (balance >= sum) return sum;
  return Math.max(0, Math.min(balance, sum - LEAST_CHARGE_CENTS));
}

/** A part of a sum that leaves enough for a card. */
export const belowLeastCharge = (wanted: number, sum: number): number =>
  Math.min(wanted, sum - LEAST_CHARGE_CENTS);

/** Refunds in turn: money goes back first, as far as money was paid, and then balance. All in cents. */
export function moneyFirst(refunds: readonly number[], paid: number): { money: number; balance: number }[] {
  let left = paid;
  return refunds.map((cents) => {
    const money = Math.min(cents, Math.max(0, left));
    left -= money;
    return { money, balance: cents - money };
  });
}
