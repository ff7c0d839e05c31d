import * as v from 'valibot';
import { listPage } from './list-page.ts';
import { count } from './numbers.ts';

/** The credit for a friend who booked and came (docs/decisions "A friend booked"). */
export const FamilyReferral = v.object({
  /** Null if codes for friends are switched off, or if the family has never paid here. */
  offer: v.nullable(
    v.object({
      /** Null until the family makes a code. */
      code: v.nullable(v.string()),
      credit_cents: count,
      per_year_max: count,
      /** Bookings with the code that were paid and earned nothing, the last one first. They name nobody. */
      without_credit: v.array(
        v.object({
          id: v.string(),
          reason: v.picklist(['too_little', 'year_limit']),
          decided_on: v.string(),
          minimum_cents: count,
          per_year_max: count,
        }),
      ),
      /** The family's own first booking, if it used a friend's code and was too small. Otherwise null. */
      own_booking: v.nullable(v.object({ minimum_cents: count, paid_cents: count })),
    }),
  ),
});
export type FamilyReferral = v.InferOutput<typeof FamilyReferral>;

/** `review`: staff decide. `waiting`: the friend has not come yet. */
export const referralStates = ['review', 'waiting', 'given', 'refused', 'taken_back'] as const;
export type ReferralState = (typeof referralStates)[number];

const referralReasons = [
  'same_family',
  'staff',
  'not_new',
  'not_earned',
  'too_little',
  'year_limit',
  'family_gone',
  'by_staff',
  'contact',
  'child',
] as const;
export type ReferralReason = (typeof referralReasons)[number];

const text = v.nullable(v.string());

export const StaffReferral = v.object({
  id: v.string(),
  state: v.picklist([...referralStates, 'open']),
  /** Why nothing was given, or why staff decide. It stays if staff decided to give the credit. */
  reason: v.nullable(v.picklist(referralReasons)),
  credit_cents: count,
  /** How much was taken back after a refund. The rest had been spent. */
  taken_cents: count,
  /** The family that told its friend. It is null if it was erased. */
  family_id: text,
  family: text,
  friend_family_id: text,
  friend: text,
  order_id: v.string(),
  number: v.string(),
  ordered_at: v.string(),
  decided_at: text,
  decided_by: text,
});
export type StaffReferral = v.InferOutput<typeof StaffReferral>;
export const StaffReferrals = listPage(StaffReferral);
export const referralSorts = ['-ordered', 'ordered'] as const;
