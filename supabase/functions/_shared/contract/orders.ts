import * as v from 'valibot';
import { InstalmentOption, Instalments } from './instalments.ts';
import { OrderSession, QuoteCamp } from './places.ts';
import { Provider } from './receipts.ts';
import { RefundSteps } from './refund-steps.ts';

/**
 * An order (spec 2 §3). Fields have the same names as in the database, so that no layer translates them. Money is in
 * integer cents.
 */

/**
 * `released` means that the parent gave up the hold. `paid_late` means that the payment came after the hold had ended.
 */
export const orderStatuses = [
  'held',
  'awaiting_payment',
  'paid',
  'paid_late',
  'expired',
  'released',
] as const;

/** `placed` means that the line is booked. `needs_choice` means that the parent must choose after a late payment. */
export const lineStatuses = ['open', 'placed', 'needs_choice', 'credit', 'cancelled'] as const;

/** A line of an order. */
export const OrderLine = v.object({
  line_id: v.string(),
  /** `credit`: the line is paid, and the place is chosen later. */
  status: v.picklist(lineStatuses),
  offer_id: v.string(),
  kind: v.string(),
  title: v.string(),
  /** The early-bird rung of a place on a camp. `listed` means that there is none. */
  rung_id: v.nullable(v.string()),
  price_cents: v.number(),
  rebate_cents: v.number(),
  discount_cents: v.number(),
  transport_cents: v.number(),
  /** For a move that costs more, this is what was paid for the old place. It is included in `price_cents`. */
  transferred_cents: v.optional(v.number()),
  total_cents: v.number(),
  transport: v.nullable(v.object({ id: v.string(), title: v.string() })),
  /** The sessions of a pass. Null for other lines. */
  sessions: v.nullable(v.number()),
  /** The days for which a pass is valid. */
  validity_days: v.nullable(v.number()),
  renews: v.boolean(),
  /** The refund rules as text. Null once no rule gives a refund. */
  cancellation: v.nullable(v.string()),
  /** The child's position in the order, from 0. */
  child: v.nullable(v.number()),
  child_name: v.nullable(v.string()),
  child_dob: v.optional(v.string()),
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
  /** The camp that this line was moved from. */
  moved_from: v.optional(v.nullable(QuoteCamp)),
  /** The camp that the child was moved to. That place has another order. */
  moved_to: v.optional(v.nullable(QuoteCamp)),
  /** The refund for cancelling this paid line alone, by date. Null, empty or missing if it cannot be cancelled. */
  refund_steps: v.optional(v.nullable(RefundSteps)),
  /** How much of the line's price is not paid yet, while instalments are open. */
  unpaid_cents: v.optional(v.number()),
  /** The start from which the line's refund is counted, if that start is earlier than the line's own. */
  refund_starts_at: v.optional(v.nullable(v.string())),
  /**
   * True for a try-out if its child had already used a try-out when it was paid. It is not booked, and its price is
   * refunded.
   */
  had_before: v.optional(v.literal(true)),
});

/** A person who may collect a child. */
export const Collector = v.object({
  name: v.string(),
  relationship: v.nullable(v.string()),
  phone: v.nullable(v.string()),
});
export type Collector = v.InferOutput<typeof Collector>;

/** An order as its browser or its link sees it. */
export const OrderView = v.object({
  /** The number that people read. It gives no access. */
  number: v.string(),
  /** Gives access to the order. It must not appear in logs. */
  secret: v.string(),
  status: v.picklist(orderStatuses),
  /** True if a line's price differs from the one that the page showed. The parent must then agree before paying. */
  price_changed: v.boolean(),
  currency: v.literal('SGD'),
  total_cents: v.number(),
  code: v.nullable(v.string()),
  gst: v.nullable(v.object({ rate_percent: v.number(), number: v.string(), cents: v.number() })),
  lines: v.array(OrderLine),
  refund_steps: v.optional(v.nullable(RefundSteps)),
  hold_expires_at: v.nullable(v.string()),
  hold_minutes: v.number(),
  /** The server's time when it answered. The browser counts down from it, because its own clock may be wrong. */
  server_time: v.string(),
  parent_name: v.nullable(v.string()),
  parent_email: v.nullable(v.string()),
  /** The outcome of a `paid_late` order. `under_review` means that a charge does not match, and staff decide. */
  outcome: v.nullable(v.picklist(['enrolled', 'reseated', 'needs_choice', 'under_review'])),
  /**
   * What the family may choose after a late payment. It is only given with `needs_choice`. After a deposit, the only
   * choice is a refund.
   */
  late_choices: v.optional(v.array(v.picklist(['move', 'credit', 'refund']))),
  paid_at: v.nullable(v.string()),
  /** The company that sold the order, for the receipt. */
  provider: v.optional(Provider),
  /** The people who may collect. Phone numbers are left out from the day after the payment. */
  collectors: v.optional(v.nullable(v.array(Collector))),
  /** How an open order can be paid. */
  pay: v.optional(
    v.object({
      options: v.array(InstalmentOption),
      /** If there are no options because of other lines, the camps for which a deposit is possible without them. */
      deposit_camp_ids: v.optional(v.array(v.string())),
      /** What a cancellation refunds if only the deposits are paid. Null if no plan can be chosen. */
      deposit_refund_steps: v.optional(v.nullable(RefundSteps)),
      grace_days: v.number(),
      /** True if the booking is cancelled automatically when an instalment is not paid within the days of grace. */
      lapses: v.boolean(),
      /** The number of later instalments. Null if the whole price is paid at once. */
      parts: v.nullable(v.number()),
      /** How much of the order the family's balance paid. */
      balance_cents: v.number(),
    }),
  ),
  balance_cents: v.optional(v.number()),
  instalments: v.optional(Instalments),
  /**
   * The addresses to which mails about the order go. Another parent's address is masked (`m•••@example.com`) unless
   * the caller is signed in as a parent of the family.
   */
  mailed_to: v.optional(v.array(v.string())),
});
export type OrderView = v.InferOutput<typeof OrderView>;

/** Answer of `hold_order`. `left_out` has the positions of the lines that did not fit. */
export const HeldOrder = v.object({ ...OrderView.entries, left_out: v.array(v.number()) });
export type OrderLineView = v.InferOutput<typeof OrderLine>;

/** How well a child skates: it is new, keeps its balance, turns, or drops in. */
export const experienceLevels = ['new', 'wobbles', 'turns', 'drops'] as const;
export type ExperienceLevel = (typeof experienceLevels)[number];

/** A row of `consent_texts`. The highest version of a purpose applies. */
export const ConsentText = v.object({
  purpose: v.picklist(['terms', 'activity', 'liability', 'medical', 'photo', 'marketing']),
  version: v.number(),
  title: v.string(),
  body: v.string(),
});
export type ConsentText = v.InferOutput<typeof ConsentText>;

/** Returns whether a consent is the parent's own and not about a child. */
export const isPersonal = (purpose: ConsentText['purpose']): boolean =>
  purpose === 'terms' || purpose === 'marketing';

/** A new link to pay an order. No other answer has the token, and the database has only its hash. */
export const NewPaymentLink = v.object({ token: v.string(), pay_until: v.string() });
export type NewPaymentLink = v.InferOutput<typeof NewPaymentLink>;

export const CreateCheckoutAnswer = v.object({
  /** Stripe's page. */
  url: v.pipe(v.string(), v.url()),
  /** The address that somebody else can open to pay. */
  link: v.optional(NewPaymentLink),
});
