import * as v from 'valibot';
import { DeskMethod, DeskSplit, Provider } from './receipts.ts';
import { PurchaseConversion } from './conversions.ts';
import { count } from './numbers.ts';
import { CheckoutDetails } from './order-requests.ts';
import { OrderView } from './orders.ts';
import { subscriptionStatuses } from './family-passes.ts';
import { QuoteChild, QuoteLine } from './quotes.ts';

/**
 * Passes and the sales desk (spec 1 §3, spec 2 §5, §7 and §9). Money is in integer cents, and times
 * are in Singapore.
 */

/** Body of `validate-pass-eligibility` (spec 2 §7). The caller is known from the token, never from the body. */
export const EligibilityRequest = v.object({
  userEmail: v.optional(v.nullable(v.string())),
  passType: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  isAuthenticated: v.optional(v.nullable(v.boolean())),
  childId: v.optional(v.nullable(v.pipe(v.string(), v.uuid()))),
});

/** Says whether a pass may be bought. */
export const Eligibility = v.object({
  isEligible: v.boolean(),
  requiresAuth: v.boolean(),
  /** An error code, or null. */
  reason: v.nullable(v.string()),
});
export type Eligibility = v.InferOutput<typeof Eligibility>;

const DeskChild = v.object({ ...QuoteChild.entries, ...CheckoutDetails.entries.children.item.entries });

/** Body of `sell_at_desk`. The parent may be missing if the family is already known. */
export const DeskSale = v.object({
  /** Each sale has a new key, so that a repeated request sells once. */
  key: v.pipe(v.string(), v.uuid()),
  family_id: v.optional(v.nullable(v.pipe(v.string(), v.uuid()))),
  parent: v.optional(v.nullable(v.partial(CheckoutDetails.entries.parent))),
  children: v.pipe(v.array(DeskChild), v.minLength(1), v.maxLength(8)),
  lines: v.pipe(v.array(QuoteLine), v.minLength(1), v.maxLength(8)),
  code: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(60)))),
  consents: CheckoutDetails.entries.consents,
  signature: CheckoutDetails.entries.signature,
  transport_address: CheckoutDetails.entries.transport_address,
  method: DeskMethod,
  /**
   * How much the family's balance pays. With the method `balance`, it pays everything. It cannot be combined with
   * PayNow.
   */
  balance_cents: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)))),
  /** What is paid in another way than `method`. It cannot be combined with a balance or a deposit. */
  split: v.optional(v.nullable(DeskSplit)),
  /** A discount that the seller gives, within the limits of the caller's role. */
  discount: v.optional(
    v.nullable(
      v.object({
        cents: v.pipe(v.number(), v.integer(), v.minValue(1)),
        reason: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
      }),
    ),
  ),
  /** The plan that the parent chose, as `InstalmentOption` offered it. */
  instalments: v.optional(
    v.nullable(
      v.object({
        parts: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3)),
        deposit_cents: v.pipe(v.number(), v.integer(), v.minValue(1)),
      }),
    ),
  ),
  expected_total_cents: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type DeskSale = v.InferOutput<typeof DeskSale>;

/** An order that was sold at the desk. */
export const DeskOrder = v.object({
  ...v.omit(OrderView, ['secret']).entries,
  order_id: v.string(),
  /** Null for a new family whose PayNow payment came after the place was taken, and who has not chosen yet. */
  family_id: v.nullable(v.string()),
  method: DeskMethod,
  /** What was really received by `method`. It is less than its part of the price if admins have to decide. */
  received_cents: v.number(),
  /** What was paid in another way than `method`. Null if nothing was. */
  split: v.optional(v.nullable(DeskSplit), null),
  /** How much the family's balance paid. */
  balance_part_cents: v.optional(v.number(), 0),
  /** The name of the person who sold it. */
  seller: v.nullable(v.string()),
  provider: Provider,
});
export type DeskOrder = v.InferOutput<typeof DeskOrder>;

/** The page that sells a pass, by its checkout type. */
export const passCheckoutPaths: Record<string, string> = {
  'try-out': '/try-out-checkout',
  'flexi-pass': '/checkout/flexi',
  'term-pass': '/checkout/term',
  'x-term-pass': '/checkout/x-term',
};

/** Body of `create-pass-checkout`. */
export const PassCheckoutRequest = v.object({
  /** The id of the pass's offer, or its checkout type. */
  passType: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  childId: v.pipe(v.string(), v.uuid()),
  conversion: v.optional(PurchaseConversion),
});

/** The address of Stripe's page, or of our checkout if the account lacks details that only a form can ask for. */
export const PassCheckoutAnswer = v.object({ url: v.pipe(v.string(), v.url()) });

/**
 * Body of `handle-pass-payment-success`: the order's secret, or a Stripe session of the signed-in family. The other
 * fields are not trusted.
 */
export const PassPaymentSuccess = v.object({
  sessionId: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200)))),
  customData: v.optional(
    v.nullable(v.object({ secret: v.optional(v.nullable(v.pipe(v.string(), v.uuid()))) })),
  ),
});

/** Stripe's page on which a parent changes the card of a subscription. */
export const BillingPortalAnswer = v.object({ url: v.pipe(v.string(), v.url()) });

/** Answer of `find_renewal`: the subscription of an order, for the page that shows the order. */
export const Renewal = v.object({
  id: v.string(),
  status: v.picklist(subscriptionStatuses),
  title: v.string(),
  price_cents: count,
  current_period_end: v.string(),
});
export type Renewal = v.InferOutput<typeof Renewal>;
