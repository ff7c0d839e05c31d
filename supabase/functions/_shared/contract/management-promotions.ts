import * as v from 'valibot';
import { count } from './numbers.ts';
import { listPage } from './list-page.ts';

/**
 * Promotion codes, for staff (docs/decisions "Discounts"). Times are ISO 8601, and money is in
 * integer cents.
 */

const text = v.nullable(v.string());

/** `used_up` means that `uses_max` is reached. `ended` means that staff switched the code off. */
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
  /** The kinds of offer to which the code applies. Null means every kind. */
  kinds: v.nullable(v.array(v.picklist(promotionKinds))),
  /** The tiers of camps to which the code applies. Null means every tier. */
  tiers: v.nullable(v.array(v.string())),
  /** The ids of the single products to which the code applies. Null means that it is not limited to some. */
  offers: v.nullable(v.array(v.string())),
  /** The ids of the locations at which the code applies. Null means everywhere. */
  locations: v.nullable(v.array(v.string())),
  /** The total that an order must reach. */
  minimum_cents: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
  /** The most orders in which the code can be used. Null means no limit. */
  uses_max: v.nullable(positiveInteger),
  /** The most orders in which one family can use the code. Null means no limit. */
  uses_per_family_max: v.nullable(positiveInteger),
  /** When the code begins to apply. Null means at once. */
  valid_from: text,
  /** The first moment at which the code no longer applies. Null means that it has no end. */
  valid_until: text,
  /** False switches the code off. */
  active: v.boolean(),
  /** The version that the form showed. Null if the code is new. */
  seen: text,
});
export type SavePromotion = v.InferOutput<typeof SavePromotion>;

/** A product or a location to which a code is limited. */
const PromotionChoice = v.object({ id: v.string(), name: v.string() });
export type PromotionChoice = v.InferOutput<typeof PromotionChoice>;

/** A code, and how often it was used. */
export const StaffPromotion = v.object({
  promotion_id: v.string(),
  code: v.string(),
  campaign: text,
  percent: v.nullable(count),
  cents: v.nullable(count),
  kinds: v.nullable(v.array(v.picklist(promotionKinds))),
  tiers: v.nullable(v.array(v.string())),
  offers: v.nullable(v.array(PromotionChoice)),
  locations: v.nullable(v.array(PromotionChoice)),
  minimum_cents: count,
  uses_max: v.nullable(count),
  uses_per_family_max: v.nullable(count),
  /** When the code begins to apply. Null means at once. */
  valid_from: text,
  /** The first moment at which the code no longer applies. Null means that it has no end. */
  valid_until: text,
  state: PromotionState,
  active: v.boolean(),
  created_at: v.string(),
  created_by: text,
  /** The version of the code, which a change must name. */
  seen: v.string(),
  used: count,
  /** How often the code can still be used. Null means no limit. */
  left: v.nullable(count),
  /** The discounts of all paid orders. */
  discount_cents: count,
  /** What these orders brought in after refunds. */
  revenue_cents: v.pipe(v.number(), v.integer()),
});
export type StaffPromotion = v.InferOutput<typeof StaffPromotion>;

export const StaffPromotions = listPage(StaffPromotion);

/** A code with its orders and changes. */
export const StaffPromotionDetails = v.object({
  promotion: StaffPromotion,
  orders: v.array(
    v.object({
      /** Null for a marketer, who may see how much a code sells, but not to whom. */
      order_id: text,
      /** Null for a marketer. */
      number: text,
      /** The parent's name. Null for a marketer. */
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
/** The code's state after staff switched it off or on. */
export const PromotionEnded = v.object({ state: PromotionState });
