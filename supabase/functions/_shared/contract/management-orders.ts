import * as v from 'valibot';
import { ManagedOrder, refundStatuses } from './after-sale.ts';
import { cents, count, signedCents } from './numbers.ts';
import { QuoteCamp } from './places.ts';
import { DeskSplit, RefundPart } from './receipts.ts';
import { listPage } from './list-page.ts';

/**
 * The staff's list of orders, and one order with its history (docs/decisions "/management/orders"). Money is in integer
 * cents.
 */

const text = v.nullable(v.string());

/** If no state is chosen and nothing is searched for, the list leaves out expired checkouts. */
export const orderFilterStates = ['any', 'paid', 'decide', 'refunded', 'open', 'lapsed'] as const;
/** How an order was sold. `renewal` means that a subscription was charged. */
export const orderChannels = ['web', 'desk', 'renewal'] as const;
export const orderSorts = ['-created', 'created', '-total', 'total'] as const;

/**
 * The filter of the list. Days are inclusive. `from` and `until` are days of the checkout, and `day` is a day of the
 * session or camp.
 */
export const OrdersFilter = v.partial(
  v.object({
    search: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120)),
    state: v.picklist(orderFilterStates),
    channel: v.picklist(orderChannels),
    from: v.pipe(v.string(), v.isoDate()),
    until: v.pipe(v.string(), v.isoDate()),
    /** The id of a camp or of a kind of class. */
    item: v.pipe(v.string(), v.uuid()),
    day: v.pipe(v.string(), v.isoDate()),
    /** The id of a location. */
    base: v.pipe(v.string(), v.uuid()),
  }),
);
export type OrdersFilter = v.InferOutput<typeof OrdersFilter>;

const idAndName = { id: v.string(), name: v.string() };
/** What the list of orders can be filtered by. */
export const OrderFilters = v.object({
  camps: v.array(v.object({ ...idAndName, base: v.string(), from: v.string(), until: v.string() })),
  classes: v.array(v.object(idAndName)),
  /** The session that the filter names, if it names one. */
  session: v.nullable(v.object({ ...idAndName, base: v.string(), day: v.string(), time: v.string() })),
  bases: v.array(v.object(idAndName)),
});
export type OrderFilters = v.InferOutput<typeof OrderFilters>;

/** An order in the list. `refunded_cents` is the sum of all refunds that did not fail. */
export const StaffOrder = v.object({
  order_id: v.string(),
  number: v.string(),
  channel: v.picklist(orderChannels),
  /** Who sold it at the desk. */
  seller: text,
  /** When the checkout was opened. */
  created_at: v.string(),
  paid_at: text,
  state: v.string(),
  name: text,
  email: text,
  phone: text,
  total_cents: signedCents,
  paid_cents: signedCents,
  refunded_cents: signedCents,
  /** The amount that is still to be paid in instalments. */
  open_cents: signedCents,
  /** The lines, each with its location and days. */
  bought: v.array(
    v.object({
      title: v.string(),
      base: text,
      days: v.nullable(v.object({ from: v.string(), until: v.string() })),
    }),
  ),
  /** The children's names. */
  children: v.array(v.string()),
});
export type StaffOrder = v.InferOutput<typeof StaffOrder>;

export const StaffOrders = listPage(StaffOrder);
export type StaffOrders = v.InferOutput<typeof StaffOrders>;

/**
 * An entry of an order's history. `who` is the account, or null if a rule, a chore or a person without an account did
 * it.
 */
export const StaffEvent = v.object({
  at: v.string(),
  kind: v.string(),
  /** What the event is about, e.g. a status or a title. */
  about: text,
  cents: v.nullable(signedCents),
  who: text,
  /** The id of the mail, for an event about a mail. */
  id: text,
});
export type StaffEvent = v.InferOutput<typeof StaffEvent>;

export const OrderDetails = v.object({
  order: StaffOrder,
  /** The number of its invoice. */
  invoice: text,
  family_id: text,
  /** The child's id by its position in the order. */
  child_ids: v.record(v.string(), v.string()),
  /** The order as the family sees it. */
  managed: v.omit(ManagedOrder, ['secret']),
  /** The amount that may still be refunded for each line, regardless of its rules. */
  left: v.record(v.string(), signedCents),
  /** The ids of lines whose charge is disputed at the bank. */
  disputed_lines: v.array(v.string()),
  /** The ids of placed lines whose camp we cancelled, so that the family still has to choose. */
  cancelled_by_us: v.array(v.string()),
  /** What the family's balance can pay of the next instalment. Null if no instalment is open. */
  balance_cents: v.nullable(count),
  /** What is left of the charge that paid the order. A second charge needs a decision and is not included. */
  left_of_order: signedCents,
  payments: v.array(
    v.object({
      id: v.string(),
      provider: v.picklist(['stripe', 'desk', 'balance']),
      method: text,
      amount_cents: signedCents,
      at: v.string(),
      reference: text,
      /** What can still be refunded of this payment. */
      left_cents: signedCents,
      is_disputed: v.boolean(),
    }),
  ),
  refunds: v.array(
    v.object({
      id: v.string(),
      line_id: text,
      amount_cents: signedCents,
      reason: v.string(),
      status: v.picklist(refundStatuses),
      at: v.string(),
      reference: text,
      /** The key of the request that made the refund. */
      key: text,
      credit_note: text,
      /** True if staff pay the amount back themselves and record that with `settle_desk_refund`. */
      by_hand: v.boolean(),
    }),
  ),
  decisions: v.array(
    v.object({
      id: v.string(),
      kind: v.string(),
      amount_cents: signedCents,
      at: v.string(),
      /** True if the bank returned the money to the parent in a dispute. Staff may then end what the payment bought. */
      is_lost: v.boolean(),
      /** What the seller had recorded as the second part of a sale at the desk, and took out when confirming it. */
      split: v.optional(v.nullable(DeskSplit)),
    }),
  ),
  events: v.array(StaffEvent),
});
export type OrderDetails = v.InferOutput<typeof OrderDetails>;

/**
 * What staff decide about a refund that was made at Stripe. It changes nothing, or it belongs to one line that is
 * still booked, or it belongs to lines that are cancelled.
 */
export type ExternalRefundChoice =
  | { kind: 'leave' }
  | { kind: 'line'; line_ids: [string] }
  | { kind: 'cancel'; line_ids: string[] };
/**
 * `allocated_cents` is the part of the refund that now belongs to lines. `refund_cents` is what we refund in addition.
 */
export const ExternalRefundOutcome = v.object({ allocated_cents: count, refund_cents: count });
export type ExternalRefundOutcome = v.InferOutput<typeof ExternalRefundOutcome>;

/** Answer of `preview_cancelled_by_us`: what a family may choose for a place on a camp that we cancelled. */
export const CancelledByUsPreview = v.object({
  camps: v.array(v.object({ ...QuoteCamp.entries, places_left: count })),
  refund_cents: cents,
  /** True if the refund must wait until a bank has decided. */
  refund_waits: v.boolean(),
  refund_parts: v.array(RefundPart),
  /** The number of addresses that get a mail. */
  mails: count,
});
export type CancelledByUsPreview = v.InferOutput<typeof CancelledByUsPreview>;

export const refundReasons = [
  'goodwill',
  'cancelled',
  'cancelled_by_us',
  'mistake',
  'complaint',
  'other',
] as const;
/** `cents` is the whole refund, including what the rules of the sale give. */
export const StaffRefund = v.object({
  cents,
  reason: v.picklist(refundReasons),
  note: v.nullable(v.pipe(v.string(), v.maxLength(200))),
  /** True if the refund goes to the family's balance. */
  to_balance: v.boolean(),
});
export type StaffRefund = v.InferOutput<typeof StaffRefund>;
export const RefundRequested = v.object({ refund_id: text });
/** Answer of `end_order_links`: how many links worked until now, and whether a new one is on its way. */
export const LinksEnded = v.object({ ended: v.number(), queued: v.boolean() });
/**
 * Answer of `resend_failed_mails`: `left_out` counts those that must not be sent any more, `left` those for the next
 * call.
 */
export const FailedMailsQueued = v.object({ queued: v.number(), left_out: v.number(), left: v.number() });
/** Answer of `resend_mail`. `left_out` is true if the mail must not be sent any more. */
export const MailResent = v.object({ queued: v.boolean(), left_out: v.boolean() });
/** `queued` is true if a mail will be sent. */
export const MailQueued = v.object({ queued: v.boolean() });
/** `settled` is false if the refund had already arrived or was already recorded. */
export const RefundSettled = v.object({ settled: v.boolean() });
/**
 * What became of a decision. `result` is about the charge, and `gives` is what the family gets. Both are missing if
 * nothing changed.
 */
export const DecisionResolved = v.object({
  resolved: v.boolean(),
  result: v.optional(v.string()),
  gives: v.optional(v.string()),
});
