import * as v from 'valibot';
import { MOST_PEOPLE } from './contact.ts';
import { PurchaseConversion } from './conversions.ts';
import { Email, Name, Person, Phone } from './person.ts';
import { OrderSession, QuoteCamp } from './places.ts';
import { QuoteRequest } from './quotes.ts';

/**
 * Shapes of an order between browser, functions and SQL (spec 2 §3, README "One booking, end to end").
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

/**
 * Body of `hold_order`: what `quote_order` takes, to be kept. `previous_secret` is this browser's earlier hold, released
 * in the same transaction. All lines or none, unless the parent allows `split`: then those that fit. `waitlist_secret`:
 * of the entry whose offer this checkout accepts. `secret`: the order's, a random UUID that the browser keeps before it
 * asks, so that it knows a hold whose answer never came; without one the order gets its own.
 */
export const HoldRequest = v.object({
  ...QuoteRequest.entries,
  secret: v.optional(v.pipe(v.string(), v.uuid())),
  split: v.optional(v.boolean()),
  waitlist_secret: v.optional(v.nullable(v.pipe(v.string(), v.uuid()))),
});
export type HoldRequest = v.InferOutput<typeof HoldRequest>;

export const lineStatuses = ['open', 'placed', 'needs_choice', 'credit', 'cancelled'] as const;

export const OrderLine = v.object({
  line_id: v.string(),
  /** `credit`: paid, its place to be chosen later. */
  status: v.picklist(lineStatuses),
  offer_id: v.string(),
  kind: v.string(),
  title: v.string(),
  /** Early-bird rung of a place on a camp; `listed`: none. */
  rung_id: v.nullable(v.string()),
  /** Before rebate, discount and transport. */
  price_cents: v.number(),
  rebate_cents: v.number(),
  discount_cents: v.number(),
  transport_cents: v.number(),
  /** Of a move that costs more: what was paid before for the place that is given up. Contained in `price_cents`. */
  carried_cents: v.optional(v.number()),
  total_cents: v.number(),
  transport: v.nullable(v.object({ id: v.string(), title: v.string() })),
  /** Of a pass; null for anything else. */
  sessions: v.nullable(v.number()),
  validity_days: v.nullable(v.number()),
  renews: v.boolean(),
  cancellation: v.nullable(v.string()),
  /** Place among the order's children. */
  child: v.nullable(v.number()),
  child_name: v.nullable(v.string()),
  /** From `get_order` alone, on the day after the payment: for the confirmation. */
  child_dob: v.optional(v.string()),
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
  /** The camp that such a move gives up. */
  moved_from: v.optional(v.nullable(QuoteCamp)),
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
  /** Promotion code in force. */
  code: v.nullable(v.string()),
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

/** Answer of `hold_order`. `left_out`: with `split`, the places in `lines` of what was full. */
export const HeldOrder = v.object({ ...OrderView.entries, left_out: v.array(v.number()) });
export type OrderLineView = v.InferOutput<typeof OrderLine>;

const note = v.pipe(v.string(), v.trim(), v.maxLength(2000));

/** Given or refused; with `version`, that of the text on the screen. `unchanged`: what stands on record (`OnRecord`). */
const consent = v.union([
  v.boolean(),
  v.object({ given: v.boolean(), version: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  v.object({ unchanged: v.literal(true) }),
]);

/** How it goes on a skateboard, as a parent sees it: `experience_level` of a child (spec 1 §3). */
export const experienceLevels = ['new', 'wobbles', 'turns', 'drops'] as const;
export type ExperienceLevel = (typeof experienceLevels)[number];

/** A child of the order, by its place. Of a known child (`id` at the hold) name and birth date are not read. */
export const CheckoutChild = v.object({
  name: v.optional(v.nullable(Name)),
  dob: v.optional(v.nullable(v.pipe(v.string(), v.isoDate()))),
  allergies: v.optional(v.nullable(note)),
  medical_conditions: v.optional(v.nullable(note)),
  /** What the family told before still holds. Refused with `not_on_record` where it has to be asked. */
  health_unchanged: v.optional(v.nullable(v.boolean())),
  pickup_authorizations: v.optional(v.nullable(v.pipe(v.array(Person), v.maxLength(MOST_PEOPLE)))),
  emergency_contacts: v.optional(v.nullable(v.pipe(v.array(Person), v.maxLength(MOST_PEOPLE)))),
  experience_level: v.optional(v.nullable(v.picklist(experienceLevels))),
  /** On EPIC Camp alone: would like to stay the night, which is by pre-approval only (spec 2 §2). */
  overnight: v.optional(v.nullable(v.boolean())),
});

/** What a parent types at the checkout (spec 2 §3). SQL needs `terms` and `activity` to be given. */
export const CheckoutDetails = v.object({
  parent: v.object({
    name: Name,
    email: Email,
    phone: Phone,
  }),
  children: v.pipe(v.array(CheckoutChild), v.minLength(1), v.maxLength(8)),
  consents: v.object({
    terms: consent,
    activity: consent,
    liability: v.optional(consent),
    medical: v.optional(consent),
    photo: v.optional(consent),
    marketing: v.optional(consent),
  }),
  /** The parent's name, typed under the consents. */
  signature: v.optional(v.nullable(Name)),
  /** Where the van comes to, when a transport was chosen. */
  transport_address: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(300)))),
});
export type CheckoutDetails = v.InferOutput<typeof CheckoutDetails>;

/** A row of `consent_texts`. The highest version of a purpose is the one that counts. */
export const ConsentText = v.object({
  purpose: v.picklist(['terms', 'activity', 'liability', 'medical', 'photo', 'marketing']),
  version: v.number(),
  title: v.string(),
  body: v.string(),
});
export type ConsentText = v.InferOutput<typeof ConsentText>;

/** Agreed to by a person for themselves; the others are agreed to for a child. */
export const isPersonal = (purpose: ConsentText['purpose']): boolean =>
  purpose === 'terms' || purpose === 'marketing';

/** Body of the function `create-checkout`. The total is what the parent last saw and agreed to. */
export const CreateCheckout = v.object({
  secret: v.pipe(v.string(), v.uuid()),
  seen_total_cents: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_647)),
  /** Left out for a move (`hold_move`): parent and consents of the booking that is moved. */
  details: v.optional(CheckoutDetails),
  /**
   * Page that Stripe's "back" leads to, e.g. `/checkout/flexi`; without it, `/checkout`. With a query where the browser
   * keeps no cart.
   */
  return_path: v.optional(v.pipe(v.string(), v.regex(/^\/(?!\/)[\w./-]*(\?[\w=&.%-]*)?$/), v.maxLength(200))),
  /** Page that a payment leads to; without it, that of passes. */
  success_path: v.optional(v.picklist(['/payment-success', '/camp-booking-success'])),
  /** Only of a parent who agreed to it. */
  conversion: v.optional(PurchaseConversion),
});
export const CreateCheckoutAnswer = v.object({ url: v.pipe(v.string(), v.url()) });

/** Body of `release-order`, which answers `{ released: boolean }`. */
export const ReleaseOrder = v.object({ secret: v.pipe(v.string(), v.uuid()) });

/** Body of `handle-pass-payment-success` (spec 2 §7). Nothing in it is believed: Stripe is asked. */
export const PaymentSuccess = v.object({
  sessionId: v.nullable(v.string()),
  customData: v.object({ secret: v.pipe(v.string(), v.uuid()) }),
});
