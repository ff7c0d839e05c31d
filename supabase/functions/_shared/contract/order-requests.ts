import * as v from 'valibot';
import { MOST_PEOPLE } from './contact.ts';
import { PurchaseConversion } from './conversions.ts';
import { experienceLevels } from './orders.ts';
import { Email, Name, Person, Phone } from './person.ts';
import { QuoteRequest } from './quotes.ts';

// What is asked of an order (`orders.ts`: what is answered). Read by servers and SQL; a page knows the types alone, and
// carries none of it.

/**
 * Body of `hold_order`: what `quote_order` takes, to be kept. `previous_secret` is this browser's earlier hold,
 * released in the same transaction. All lines or none, unless the parent allows `split`: then those that fit.
 * `waitlist_secret`: of the entry whose offer this checkout accepts. `secret`: the order's, a random UUID that the
 * browser keeps before it asks, so that it knows a hold whose answer never came; without one the order gets its own.
 */
export const HoldRequest = v.object({
  ...QuoteRequest.entries,
  secret: v.optional(v.pipe(v.string(), v.uuid())),
  split: v.optional(v.boolean()),
  waitlist_secret: v.optional(v.nullable(v.pipe(v.string(), v.uuid()))),
});
export type HoldRequest = v.InferOutput<typeof HoldRequest>;

const note = v.pipe(v.string(), v.trim(), v.maxLength(2000));

/**
 * Given or refused; with `version`, that of the text on the screen. `unchanged`: what stands on record (`OnRecord`).
 */
const consent = v.union([
  v.boolean(),
  v.object({ given: v.boolean(), version: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  v.object({ unchanged: v.literal(true) }),
]);

/** A child of the order, by its place. Of a known child (`id` at the hold) name and birth date are not read. */
export const CheckoutChild = v.object({
  name: v.optional(v.nullable(Name)),
  dob: v.optional(v.nullable(v.pipe(v.string(), v.isoDate()))),
  allergies: v.optional(v.nullable(note)),
  medical_conditions: v.optional(v.nullable(note)),
  /** What the family told before still holds. Refused with `not_on_record` where it has to be asked. */
  health_unchanged: v.optional(v.nullable(v.boolean())),
  /** Where there are no notes: the parent said so. Left out as well: nobody has told us. */
  nothing_to_report: v.optional(v.nullable(v.boolean())),
  /** Left out: whoever was named before for this order stays. An empty list takes them back. */
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

/** Body of `release-order`, which answers `{ released: boolean }`. */
export const ReleaseOrder = v.object({ secret: v.pipe(v.string(), v.uuid()) });

/** Body of `handle-pass-payment-success` (spec 2 §7). Nothing in it is believed: Stripe is asked. */
export const PaymentSuccess = v.object({
  sessionId: v.nullable(v.string()),
  customData: v.object({ secret: v.pipe(v.string(), v.uuid()) }),
});
