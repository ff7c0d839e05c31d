import * as v from 'valibot';
import { cents, count } from './numbers.ts';
import { TierId } from './tiers.ts';
import { type ErrorCode, isErrorCode } from './errors.ts';
import { OrderSession, QuoteCamp } from './places.ts';

/** What an order would cost now (spec 2 §5 and §9, docs/decisions "Selling rules"). Money is in integer cents. */

/** A child of a quote, given by `id` if the signed-in family has the child, otherwise by birth date. */
export const QuoteChild = v.object({
  id: v.optional(v.nullable(v.pipe(v.string(), v.uuid()))),
  dob: v.optional(v.nullable(v.pipe(v.string(), v.isoDate()))),
});

/** A line of which the price is asked. */
export const QuoteLine = v.object({
  offer_id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  session_id: v.optional(v.nullable(v.pipe(v.string(), v.uuid()))),
  camp_id: v.optional(v.nullable(v.pipe(v.string(), v.uuid()))),
  /** The child's position in the request's children, from 0. */
  child: v.optional(v.nullable(count)),
  /** The id of one of the tier's transports. If it is missing, the parents bring the child. */
  transport: v.optional(v.nullable(v.string())),
  /** The price that the page showed. */
  expected_price_cents: v.optional(v.nullable(cents)),
});

/** Body of `quote_order`. */
export const QuoteRequest = v.object({
  lines: v.pipe(v.array(QuoteLine), v.minLength(1), v.maxLength(8)),
  children: v.optional(v.nullable(v.pipe(v.array(QuoteChild), v.maxLength(8)))),
  code: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(60)))),
  /** The secret of an earlier hold of this browser. The places of that hold count as free. */
  previous_secret: v.optional(v.nullable(v.pipe(v.string(), v.uuid()))),
});
export type QuoteRequest = v.InferOutput<typeof QuoteRequest>;

/** Why a line or a code cannot be sold. */
export const QuoteRefusal = v.object({
  code: v.custom<ErrorCode>(isErrorCode),
  /** The field of the request, e.g. `lines[0].camp_id`. */
  field: v.string(),
  age: v.optional(v.number()),
  min_age: v.optional(v.nullable(v.number())),
  max_age: v.optional(v.nullable(v.number())),
  minimum_cents: v.optional(cents),
  /** For `times_overlap`, the position of the child's other line at the same time. */
  overlaps: v.optional(count),
});
export type QuoteRefusal = v.InferOutput<typeof QuoteRefusal>;

/** A line with its price. */
export const QuotedLine = v.object({
  child: v.nullable(v.number()),
  offer_id: v.string(),
  kind: v.nullable(v.string()),
  title: v.nullable(v.string()),
  tier: v.nullable(TierId),
  rung_id: v.nullable(v.string()),
  /** The listed price of the tier or the pass. */
  list_cents: v.nullable(cents),
  price_cents: v.nullable(cents),
  /** True if the rebate for siblings applies. */
  sibling_rebate: v.boolean(),
  rebate_cents: v.nullable(cents),
  discount_cents: cents,
  transport_cents: cents,
  total_cents: cents,
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
  refusal: v.nullable(QuoteRefusal),
});

/** Answer of `quote_order`. */
export const Quote = v.object({
  currency: v.literal('SGD'),
  lines: v.array(QuotedLine),
  /** The promotion code, if it applies. */
  code: v.nullable(v.string()),
  subtotal_cents: cents,
  rebate_cents: cents,
  discount_cents: cents,
  transport_cents: cents,
  total_cents: cents,
  gst: v.nullable(v.object({ rate_percent: v.number(), number: v.string(), cents })),
  /** True if a line's price differs from its `expected_price_cents`. */
  price_changed: v.boolean(),
  refusals: v.array(QuoteRefusal),
  server_time: v.string(),
});
export type Quote = v.InferOutput<typeof Quote>;

/** What a page must know about an offer to sell it. */
export const OfferTerms = v.object({
  id: v.string(),
  kind: v.string(),
  title: v.string(),
  details: v.object({
    tier: v.optional(v.string()),
    min_age: v.optional(v.nullable(v.number())),
    max_age: v.optional(v.nullable(v.number())),
    renews: v.optional(v.nullable(v.boolean())),
    once_per_child: v.optional(v.nullable(v.boolean())),
    transport: v.optional(v.array(v.object({ id: v.string(), title: v.string(), price_cents: cents })), []),
    extended_day: v.optional(v.nullable(v.object({ start: v.string(), end: v.string() }))),
    /** `places` is the number of siblings who can get the rebate. It is null if there is no limit. */
    sibling_rebate: v.optional(v.nullable(v.object({ cents, places: v.nullable(v.number()) }))),
  }),
});
export type OfferTerms = v.InferOutput<typeof OfferTerms>;
