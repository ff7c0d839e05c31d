import * as v from 'valibot';
import { count } from './numbers.ts';

/** A family's balance is money in integer cents, unlike the credits of a pass (docs/decisions "The family balance"). */

const text = v.nullable(v.string());

/** Why a balance changed. */
export const balanceKinds = [
  'given',
  'taken',
  'voucher',
  'refund',
  'spent',
  /** The balance was taken back, because a bank gave the family the same money. */
  'taken_back',
  'given_up',
  /** The credit for a friend who booked and came. It is negative if the credit was taken back. */
  'referral',
] as const;
export type BalanceKind = (typeof balanceKinds)[number];

const BalanceEntry = v.object({
  id: v.string(),
  kind: v.picklist(balanceKinds),
  /** The amount in cents. It is negative if it was taken or spent. */
  cents: v.pipe(v.number(), v.integer()),
  at: v.string(),
  /** The number of the order that the entry belongs to, if any. */
  number: text,
  /** Why staff gave or took it. Only staff read it. */
  note: text,
  /** The member of staff who changed the balance. Only staff read it. */
  who: text,
});
export type BalanceEntry = v.InferOutput<typeof BalanceEntry>;

/** Answer of `get_balance`. The entries are the latest hundred. */
export const FamilyBalance = v.object({
  /** What the family can spend now. */
  cents: count,
  /** The sum that unpaid checkouts reserve. It is not in `cents`, but the entries show it. */
  reserved_cents: count,
  entries: v.array(BalanceEntry),
});
export type FamilyBalance = v.InferOutput<typeof FamilyBalance>;

/** The balance after a change, in cents. */
export const ChangedBalance = v.object({ cents: count });

/** The voucher's value, and the balance after it was added. */
export const RedeemedVoucher = v.object({ cents: count, balance_cents: count });
export type RedeemedVoucher = v.InferOutput<typeof RedeemedVoucher>;

const cents = v.pipe(v.number(), v.integer());

/**
 * Report of all balances. `after_cents` is `before_cents` plus the changes. A change is negative if money was paid out
 * or spent.
 */
export const BalancesReport = v.object({
  before_cents: cents,
  after_cents: cents,
  kinds: v.array(
    v.object({
      /** `paid_out` means that staff paid the amount out in cash or by PayNow. */
      kind: v.picklist([...balanceKinds, 'paid_out']),
      entries: count,
      cents: cents,
    }),
  ),
  expired_vouchers: v.object({ count, cents: count, given_cents: count }),
});
export type BalancesReport = v.InferOutput<typeof BalancesReport>;
