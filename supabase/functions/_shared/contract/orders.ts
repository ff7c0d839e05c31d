import * as v from 'valibot';

/**
 * Shapes of an order between browser, functions and SQL (spec 2 §3, architecture "One booking").
 * Field names are the database's own, so that no layer translates them. Money in integer cents,
 * moments as ISO 8601 with zone, dates and times of day in Singapore time.
 */

export const orderStatuses = [
  'held',
  'awaiting_payment',
  'paid',
  'paid_late',
  'expired',
  'released',
] as const;

/** One thing to be sold: a pass, with the session that its first credit books. */
export const HoldLine = v.object({
  offer_id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  session_id: v.pipe(v.string(), v.uuid()),
  /** What the page showed; SQL compares, and says `price_changed` in its answer. */
  seen_price_cents: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

/** Body of `hold_order`. `previous_secret` is this browser's earlier hold, released in the same transaction. */
export const HoldRequest = v.object({
  lines: v.pipe(v.array(HoldLine), v.minLength(1), v.maxLength(8)),
  previous_secret: v.nullable(v.pipe(v.string(), v.uuid())),
});
export type HoldRequest = v.InferOutput<typeof HoldRequest>;

export const OrderSession = v.object({
  session_id: v.string(),
  session_date: v.pipe(v.string(), v.isoDate()),
  session_time: v.string(),
  starts_at: v.string(),
  ends_at: v.string(),
  class_type: v.string(),
  location_name: v.string(),
  location_address: v.nullable(v.string()),
  coach_name: v.nullable(v.string()),
});

export const OrderLine = v.object({
  offer_id: v.string(),
  title: v.string(),
  price_cents: v.number(),
  sessions: v.number(),
  validity_days: v.nullable(v.number()),
  cancellation: v.nullable(v.string()),
  child_name: v.nullable(v.string()),
  session: v.nullable(OrderSession),
});

/** What the holder of an order's secret may read: `hold_order`, `get_order`, `renew_hold`. */
export const OrderView = v.object({
  number: v.string(),
  secret: v.string(),
  status: v.picklist(orderStatuses),
  /** True when a line costs something else than the page showed: the parent is asked before paying. */
  price_changed: v.boolean(),
  currency: v.literal('SGD'),
  total_cents: v.number(),
  /** Null without a registration number. `cents` is contained in `total_cents`. */
  gst: v.nullable(v.object({ rate_percent: v.number(), number: v.string(), cents: v.number() })),
  lines: v.array(OrderLine),
  /** Null once the order is closed. */
  hold_expires_at: v.nullable(v.string()),
  /** The server's clock at the answer: the browser counts down from the difference, never from its own. */
  server_time: v.string(),
  parent_name: v.nullable(v.string()),
  parent_email: v.nullable(v.string()),
  /** What became of a `paid_late` order; `under_review`: a charge came that does not fit, a person decides. */
  outcome: v.nullable(v.picklist(['enrolled', 'reseated', 'needs_choice', 'under_review'])),
  paid_at: v.nullable(v.string()),
});
export type OrderView = v.InferOutput<typeof OrderView>;
export type OrderLineView = v.InferOutput<typeof OrderLine>;

/** As in SQL: no control characters. Nor half a character pair, which the database could not even read. */
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120), v.regex(/^[^\p{Cc}\p{Cs}]*$/u));

/** What a parent types at the checkout (spec 2 §3; the fuller form comes with the selling issue). */
export const CheckoutDetails = v.object({
  parent: v.object({
    name,
    email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email(), v.maxLength(254)),
    /** E.164, e.g. +6591234567. The form accepts what people type and sends this. */
    phone: v.pipe(v.string(), v.regex(/^\+[1-9]\d{7,14}$/)),
  }),
  child: v.object({ name, dob: v.pipe(v.string(), v.isoDate()) }),
  consents: v.object({ terms: v.literal(true), activity: v.literal(true) }),
});
export type CheckoutDetails = v.InferOutput<typeof CheckoutDetails>;

/** Body of the function `create-checkout`. The total is what the parent last saw and agreed to. */
export const CreateCheckout = v.object({
  secret: v.pipe(v.string(), v.uuid()),
  seen_total_cents: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_647)),
  details: CheckoutDetails,
  /** Page that Stripe's "back" leads to, e.g. `/checkout/flexi`; without it, `/checkout`. */
  return_path: v.optional(v.pipe(v.string(), v.regex(/^\/(?!\/)[\w./-]*$/), v.maxLength(100))),
});
export const CreateCheckoutAnswer = v.object({ url: v.pipe(v.string(), v.url()) });

/** Body of `release-order`, which answers `{ released: boolean }`. */
export const ReleaseOrder = v.object({ secret: v.pipe(v.string(), v.uuid()) });

/** Body of `handle-pass-payment-success` (spec 2 §7). Nothing in it is believed: Stripe is asked. */
export const PaymentSuccess = v.object({
  sessionId: v.nullable(v.string()),
  customData: v.object({ secret: v.pipe(v.string(), v.uuid()) }),
});
