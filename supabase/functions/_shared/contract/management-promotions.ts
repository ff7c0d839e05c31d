import * as v from 'valibot';
import { count } from './numbers.ts';

/** Promotion codes, for staff (docs/decisions "Discounts"). Times are ISO 8601, money is in integer cents. */

const text = v.nullable(v.string());

/** `used_up`: `uses_max` is reached; `ended`: staff switched it off. */
export const promotionStates = ['running', 'planned', 'used_up', 'expired', 'ended'] as const;
export const PromotionState = v.picklist(promotionStates);
export type PromotionState = v.InferOutput<typeof PromotionState>;
/** The kinds of offer that a code can be limited to. */
export const promotionKinds = [
  'pass',
  'team_pass',
  'camp_tier',
  'holiday_package',
  'birthday_package',
] as const;
export const promotionSorts = ['-created', 'created'] as const;

const positiveInteger = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));

/** Request of `save_promotion_code`. Exactly one of `percent` and `cents` is given. */
export const SavePromotion = v.object({
  code: v.pipe(v.string(), v.regex(/^[A-Z0-9][A-Z0-9-]{2,29}$/), v.maxLength(30)),
  campaign: v.nullable(v.pipe(v.string(), v.maxLength(80))),
  percent: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
  cents: v.nullable(positiveInteger),
  /** Null means every kind of offer, and every tier. */
  kinds: v.nullable(v.array(v.picklist(promotionKinds))),
  tiers: v.nullable(v.array(v.string())),
  /** The least total of an order. */
  minimum_cents: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
  /** Null means without a limit. */
  uses_max: v.nullable(positiveInteger),
  uses_per_family_max: v.nullable(positiveInteger),
  valid_from: text,
  valid_until: text,
  /** False ends the code. */
  active: v.boolean(),
  /** The version that the form showed; null for a new code. */
  seen: text,
});
export type SavePromotion = v.InferOutput<typeof SavePromotion>;

/** A code with how often it was used. */
export const StaffPromotion = v.object({
  promotion_id: v.string(),
  code: v.string(),
  campaign: text,
  percent: v.nullable(count),
  cents: v.nullable(count),
  kinds: v.nullable(v.array(v.picklist(promotionKinds))),
  tiers: v.nullable(v.array(v.string())),
  minimum_cents: count,
  uses_max: v.nullable(count),
  uses_per_family_max: v.nullable(count),
  /** Null means at once, and without an end. `valid_until` is the first moment at which the code is no longer valid. */
  valid_from: text,
  valid_until: text,
  state: PromotionState,
  active: v.boolean(),
  created_at: v.string(),
  created_by: text,
  /** The version of the code, which a change must name. */
  seen: v.string(),
  used: count,
  /** How often it can still be used; null without a limit. */
  left: v.nullable(count),
  /** The discounts of all paid orders. */
  discount_cents: count,
  /** What these orders brought after refunds. */
  revenue_cents: v.pipe(v.number(), v.integer()),
});
export type StaffPromotion = v.InferOutput<typeof StaffPromotion>;

/** `count` stops at 1000, and `more` tells whether there are more; null on later pages. `next`: the next `p_after`. */
export const StaffPromotions = v.object({
  rows: v.array(StaffPromotion),
  next: text,
  count: v.nullable(count),
  more: v.nullable(v.boolean()),
});

/** A code with its orders and changes. */
export const StaffPromotionDetails = v.object({
  promotion: StaffPromotion,
  orders: v.array(
    v.object({
      /** These are null for a marketer, who sees how much a code sells, but not to whom. */
      order_id: text,
      number: text,
      name: text,
      state: v.picklist(['paid', 'held', 'lapsed']),
      at: v.string(),
      total_cents: count,
      discount_cents: count,
    }),
  ),
  changes: v.array(
    v.object({
      at: v.string(),
      who: text,
      action: v.string(),
      before: v.record(v.string(), v.unknown()),
      after: v.record(v.string(), v.unknown()),
    }),
  ),
});
export type StaffPromotionDetails = v.InferOutput<typeof StaffPromotionDetails>;

export const PromotionSaved = v.object({ promotion_id: v.string() });
/** The code's state after ending or starting it. */
export const PromotionEnded = v.object({ state: PromotionState });
