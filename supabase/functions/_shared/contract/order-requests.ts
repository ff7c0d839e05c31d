import * as v from 'valibot';
import { MAX_PEOPLE } from './contact.ts';
import { PurchaseConversion } from './conversions.ts';
import { experienceLevels } from './orders.ts';
import { Email, Name, Person, Phone } from './person.ts';
import { QuoteRequest } from './quotes.ts';

// Requests about an order (`orders.ts` has the answers). Servers and SQL check them. Pages import only the types, so
// that their scripts stay small.

/** Body of `hold_order`. It has the same fields as the body of `quote_order`, but the call holds the places. */
export const HoldRequest = v.object({
  ...QuoteRequest.entries,
  /** This browser's earlier hold. It is released in the same transaction. */
  previous_secret: QuoteRequest.entries.previous_secret,
  /**
   * The order's secret, a random UUID. The browser saves it first, so that it can find a hold whose answer was lost. If
   * it is missing, the server makes one.
   */
  secret: v.optional(v.pipe(v.string(), v.uuid())),
  /** True if the parent accepts that only the lines that fit are held. Otherwise all lines are held or none. */
  split: v.optional(v.boolean()),
  /** The secret of the waitlist entry whose offer this checkout accepts. */
  waitlist_secret: v.optional(v.nullable(v.pipe(v.string(), v.uuid()))),
  /** The ticket of the queue before a camp (`queue.ts`), which is used up. */
  ticket: v.optional(v.pipe(v.string(), v.uuid())),
  /** The language of the page, for mails about the order. */
  language: v.optional(v.picklist(['en', 'zh'])),
});
export type HoldRequest = v.InferOutput<typeof HoldRequest>;

const note = v.pipe(v.string(), v.trim(), v.maxLength(2000));

/** `version` is the version of the text on the screen. With `unchanged`, the consent on record applies. */
const consent = v.union([
  v.boolean(),
  v.object({ given: v.boolean(), version: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  v.object({ unchanged: v.literal(true) }),
]);

/** A child of a checkout, at the same position as in the request's children. */
export const CheckoutChild = v.object({
  name: v.optional(v.nullable(Name)),
  dob: v.optional(v.nullable(v.pipe(v.string(), v.isoDate()))),
  allergies: v.optional(v.nullable(note)),
  medical_conditions: v.optional(v.nullable(note)),
  /**
   * True if the family's earlier details still apply. The call fails with `not_on_record` if they must be asked for
   * again.
   */
  health_unchanged: v.optional(v.nullable(v.boolean())),
  /**
   * True if the parent stated that there is nothing to report. If there are also no notes, false means that health is
   * unknown.
   */
  nothing_to_report: v.optional(v.nullable(v.boolean())),
  /** If this is missing, the people who were named earlier for this order do not change. An empty list removes them. */
  pickup_authorizations: v.optional(v.nullable(v.pipe(v.array(Person), v.maxLength(MAX_PEOPLE)))),
  emergency_contacts: v.optional(v.nullable(v.pipe(v.array(Person), v.maxLength(MAX_PEOPLE)))),
  experience_level: v.optional(v.nullable(v.picklist(experienceLevels))),
  /** True if the parent would like an overnight stay on EPIC Camp, which needs pre-approval (spec 2 §2). */
  overnight: v.optional(v.nullable(v.boolean())),
});

/** What a parent fills in before paying. */
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
  /** The parent's name as typed under the consents. */
  signature: v.optional(v.nullable(Name)),
  /** Where the van collects the children. */
  transport_address: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(300)))),
});
export type CheckoutDetails = v.InferOutput<typeof CheckoutDetails>;

const cents = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2_147_483_647));

/** A deposit for camps, or an amount from the balance of the signed-in family, but not both. */
export const PayChoice = v.object({
  instalments: v.optional(
    v.object({ parts: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3)), deposit_cents: cents }),
  ),
  balance_cents: v.optional(cents),
});
export type PayChoice = v.InferOutput<typeof PayChoice>;

/** Body of the function `create-checkout`. The total is the one that the page showed and the parent agreed to. */
export const CreateCheckout = v.object({
  secret: v.pipe(v.string(), v.uuid()),
  expected_total_cents: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_647)),
  /** Not needed for a move (`hold_upgrade`), which uses the parent and the consents of the moved booking. */
  details: v.optional(CheckoutDetails),
  /** The page of Stripe's "back" link. It has a query if the browser has no cart. */
  return_path: v.optional(v.pipe(v.string(), v.regex(/^\/(?!\/)[\w./-]*(\?[\w=&.%-]*)?$/), v.maxLength(200))),
  /** The page after a payment. By default it is the page of passes. */
  success_path: v.optional(
    v.picklist([
      ...['/payment-success', '/camp-booking-success'],
      ...['/zh/payment-success', '/zh/camp-booking-success'],
    ] as const),
  ),
  /** If true, the answer also has a link with which somebody else can pay (docs/decisions "Paying by link"). */
  by_link: v.optional(v.boolean()),
  pay: v.optional(PayChoice),
  conversion: v.optional(PurchaseConversion),
});

/** Body of `release-order`. */
export const ReleaseOrder = v.object({
  secret: v.pipe(v.string(), v.uuid()),
  /** True if the order is about to be replaced. Its places then stay held, and only its payment page is closed. */
  keep: v.optional(v.boolean()),
});

/** Body of `handle-pass-payment-success` (spec 2 §7). It is not trusted, so the function asks Stripe. */
export const PaymentSuccess = v.object({
  sessionId: v.nullable(v.string()),
  customData: v.object({ secret: v.pipe(v.string(), v.uuid()) }),
});
