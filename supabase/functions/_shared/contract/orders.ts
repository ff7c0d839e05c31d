import * as v from 'valibot';
import { OrderSession, QuoteCamp } from './places.ts';
import { RefundSteps } from './refund-steps.ts';

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
  /** The refund rules in words; null also where none of them can give anything any more. */
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
  /** Once it is paid: what giving back this line alone brings. Null, empty or left out where it cannot be. */
  refund_steps: v.optional(v.nullable(RefundSteps)),
  /** The beginning from which its refund is counted, where that is an earlier one than its own. */
  counts_from: v.optional(v.nullable(v.string())),
  /** A try-out that its child had had when it was paid: not booked, and what it cost goes back by itself. */
  had_before: v.optional(v.literal(true)),
});

export const Collector = v.object({
  name: v.string(),
  relationship: v.nullable(v.string()),
  phone: v.nullable(v.string()),
});
export type Collector = v.InferOutput<typeof Collector>;

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
  /** Before it is paid: what giving back all of it would bring, were it paid now. */
  refund_steps: v.optional(v.nullable(RefundSteps)),
  /** Null once the order is closed. */
  hold_expires_at: v.nullable(v.string()),
  /** How long a new hold lasts: the whole of the clock's bar. */
  hold_minutes: v.number(),
  /** The server's clock at the answer: the browser counts down from the difference, never from its own. */
  server_time: v.string(),
  parent_name: v.nullable(v.string()),
  parent_email: v.nullable(v.string()),
  /** What became of a `paid_late` order; `under_review`: a charge came that does not fit, a person decides. */
  outcome: v.nullable(v.picklist(['enrolled', 'reseated', 'needs_choice', 'under_review'])),
  paid_at: v.nullable(v.string()),
  /**
   * Who beside the parents may collect the children: while the order is open, and on the day after its payment, then
   * without their numbers.
   */
  collectors: v.optional(v.nullable(v.array(Collector))),
  /**
   * From `get_order` alone, on the day after the payment: the addresses that mails about it go to. Another parent's is
   * masked (`m•••@example.com`) for whoever is not signed in as one of the family.
   */
  mailed_to: v.optional(v.array(v.string())),
});
export type OrderView = v.InferOutput<typeof OrderView>;

/** Answer of `hold_order`. `left_out`: with `split`, the places in `lines` of what was full. */
export const HeldOrder = v.object({ ...OrderView.entries, left_out: v.array(v.number()) });
export type OrderLineView = v.InferOutput<typeof OrderLine>;

/** How it goes on a skateboard, as a parent sees it: `experience_level` of a child (spec 1 §3). */
export const experienceLevels = ['new', 'wobbles', 'turns', 'drops'] as const;
export type ExperienceLevel = (typeof experienceLevels)[number];

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

export const CreateCheckoutAnswer = v.object({ url: v.pipe(v.string(), v.url()) });
