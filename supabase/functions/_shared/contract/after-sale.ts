import * as v from 'valibot';
import { KnownDetails } from './health.ts';
import { cents, count } from './numbers.ts';
import { CheckoutChild } from './order-requests.ts';
import { OrderLine, OrderView } from './orders.ts';
import { Email } from './person.ts';
import { OrderSession } from './places.ts';

/**
 * What a parent does with a paid order: arguments and answers of `get_managed_order`, `cancel_lines`, `quote_move`,
 * `move_line`, `choose_late`, `place_credit_line`, `hold_move`, `find_pass_sessions`, `book_pass_session` and
 * `cancel_pass_session` (decisions "Selling rules"). Money in integer cents, moments as ISO 8601.
 */

const uuid = v.pipe(v.string(), v.uuid());

/** Who asks: the holder of a link in a mail, or a signed-in parent of the order's family. */
export const Access = v.union([
  v.object({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(100)) }),
  v.object({ order_id: uuid }),
]);
export type Access = v.InferOutput<typeof Access>;

/** Of a pass that is given back: what it was sold with, and what of that is left: not used, nor taken off by staff. */
const sessions = v.object({ total: v.number(), unused: v.number() });

/** By which rule a refund comes about, in words a page makes of it. Without a rule that fits `percent` is 0. */
export const RefundReason = v.object({
  percent: v.number(),
  /** What the place costs, with its transport, under the rules that it was sold with: what the percentage is of. */
  of_cents: v.number(),
  hours_before: v.optional(v.number()),
  /** The beginning that `hours_before` counts to; after a move the earliest that the line has stood for. */
  counted_to: v.optional(v.string()),
  days_after_purchase: v.optional(v.number()),
});

export type RefundReason = v.InferOutput<typeof RefundReason>;

/** What may be done with a line at this moment. Null or false: not any more, or not with such a line. */
export const LineActions = v.object({
  /** Of this line alone: what `cancel_lines` takes as `p_seen_refund_cents`. Of all together: `cancel_all`. */
  cancel: v.nullable(
    v.object({
      refund_cents: cents,
      /** Taken off the refund: rebate or code that what stays is not entitled to without this line. */
      reclaimed_cents: v.optional(cents),
      /** Of a pass. Where some are used, the refund is the share of the others. */
      sessions: v.optional(sessions),
      /** The pass would be renewed, and is not charged again. */
      ends_renewal: v.optional(v.boolean()),
    }),
  ),
  /** `until` null: for ever, because we called it off. */
  move: v.nullable(v.object({ until: v.nullable(v.string()) })),
  /**
   * Until when it could be moved, where it begins too soon for that; null where it can be, or there is nothing to move.
   */
  move_over: v.optional(v.nullable(v.string())),
  /** Kept as a credit: its camp may be chosen with `place_credit_line`. */
  place: v.boolean(),
});

/**
 * What a credit of a pass was spent on. `given_back`: too late for its credit to come back; `called_off` by us;
 * `begun`, and nobody has said yet whether the child came.
 */
export const passBookingStatuses = [
  'ahead',
  'begun',
  'attended',
  'missed',
  'called_off',
  'given_back',
] as const;

/** The pass that a line bought. Credits in sessions. */
export const ManagedPass = v.object({
  /** Left. */
  credits: v.pipe(v.number(), v.integer()),
  sessions_total: v.number(),
  /** Last day; null without an end. */
  valid_until: v.nullable(v.pipe(v.string(), v.isoDate())),
  /** That day is over. */
  is_over: v.boolean(),
  /** By their beginning. */
  bookings: v.array(
    v.object({
      booking_id: v.string(),
      session: OrderSession,
      status: v.picklist(passBookingStatuses),
      /** Given back now, its credit comes back: what `cancel_pass_session` takes as `p_seen_return`. */
      returns_credit: v.boolean(),
      /** Until when that is so of a session that takes place. */
      credit_returns_until: v.string(),
    }),
  ),
});
export type ManagedPass = v.InferOutput<typeof ManagedPass>;

/** Answer of `find_pass_sessions`: what one more credit could book, by its beginning. */
export const PassSessions = v.array(
  v.object({
    session: OrderSession,
    /** Of the child's own team; another's is one that it may come to as well. */
    is_own_team: v.boolean(),
    /** 0: full. */
    spots_left: count,
    /** Booked now and given back later, would its credit still come back? */
    returns_credit: v.boolean(),
    credit_returns_until: v.string(),
  }),
);
export type PassSession = v.InferOutput<typeof PassSessions>[number];

/** `waiting`: the parent's bank decides about the charge first; `by_bank`: it has paid, and we do not as well. */
export const refundStatuses = ['requested', 'pending', 'succeeded', 'failed', 'waiting', 'by_bank'] as const;

export const ManagedOrder = v.object({
  ...OrderView.entries,
  order_id: v.string(),
  /** Paid late, and the places were gone: `choose_late` waits for the parent. */
  must_choose: v.boolean(),
  /** With false all lines are chosen for together. */
  split_allowed: v.boolean(),
  refunds: v.array(
    v.object({ line_id: v.nullable(v.string()), amount_cents: cents, status: v.picklist(refundStatuses) }),
  ),
  /** What giving back all lines that can be comes to, and for each of them; null where none can. */
  cancel_all: v.optional(
    v.nullable(
      v.object({
        refund_cents: cents,
        reclaimed_cents: cents,
        lines: v.optional(v.array(v.object({ line_id: v.string(), refund_cents: cents })), []),
      }),
    ),
  ),
  lines: v.array(
    v.object({
      ...OrderLine.entries,
      /** What of the payments lies on it now; null before it is paid. `total_cents` stays what it was at the sale. */
      worth_cents: v.optional(v.nullable(v.number())),
      /** Of `can.cancel`. */
      why: v.optional(v.nullable(RefundReason)),
      can: LineActions,
      pass: v.nullable(ManagedPass),
    }),
  ),
  /** Of children by their place in the order; none where the caller has not proven to be of the family. */
  known: v.optional(v.array(v.object({ child: count, ...KnownDetails.entries })), []),
});
export type ManagedOrder = v.InferOutput<typeof ManagedOrder>;

/** A pass's first booking moves to a session, a place on a camp to a camp. `transport` left out: as it was. */
export const MoveTarget = v.union([
  v.object({ session_id: uuid }),
  v.object({ camp_id: uuid, transport: v.optional(v.nullable(v.string())) }),
]);
export type MoveTarget = v.InferOutput<typeof MoveTarget>;

/** Answer of `quote_move`: what going there costs now. Above 0 to be paid, below 0 refunded. */
export const MoveQuote = v.object({
  difference_cents: v.pipe(v.number(), v.integer()),
  /** Contained in it: the sibling rebate, for there is none on a camp where no sibling of the booking is. */
  rebate_lost_cents: v.optional(cents),
  /** Taken off what comes back: rebate or code that what stays is not entitled to without this place. */
  reclaimed_cents: v.optional(cents),
});

/**
 * Arguments of `hold_move` besides Access and line: a place that costs more than was paid (`quote_move` says so, and
 * `move_line` refuses it with `move_costs_more`). Answers the OrderView of an order of its own, whose total is the
 * difference, to be paid as any other; the old place stays until then.
 */
export const DearerTarget = v.object({ camp_id: uuid, transport: v.optional(v.nullable(v.string())) });
export type DearerTarget = v.InferOutput<typeof DearerTarget>;

/** A line without a place of its own goes with the others: it need not be named. */
const ChosenPlace = v.object({
  line_id: uuid,
  session_id: v.optional(v.nullable(uuid)),
  camp_id: v.optional(v.nullable(uuid)),
});

/** Without `lines`, credit and refund are for all of the order. */
export const LateChoice = v.variant('kind', [
  v.object({
    kind: v.literal('move'),
    lines: v.pipe(v.array(ChosenPlace), v.minLength(1), v.maxLength(8)),
  }),
  v.object({
    kind: v.picklist(['credit', 'refund']),
    lines: v.optional(v.pipe(v.array(v.object({ line_id: uuid })), v.minLength(1), v.maxLength(8))),
  }),
]);
export type LateChoice = v.InferOutput<typeof LateChoice>;

/** Staff write down what a family chose of a camp that was called off: argument of `resolve_called_off`. */
export const CalledOffChoice = v.variant('kind', [
  v.object({ kind: v.literal('move'), camp_id: uuid }),
  v.object({ kind: v.picklist(['credit', 'refund']) }),
]);
export type CalledOffChoice = v.InferOutput<typeof CalledOffChoice>;

/**
 * Arguments of `request_order_link`: a new link by mail for whoever lost theirs. The answer is the same whether there
 * is such an order or not; `invalid_input` and `rate_limited` depend on neither.
 */
export const OrderLinkRequest = v.object({
  p_number: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(20)),
  p_email: Email,
});
/** Of whoever lost every mail: all bookings under the address. Answered as above. */
export const OrderLinksRequest = v.object({ p_email: Email });
export const OrderLinkAnswer = v.object({ requested: v.literal(true) });

const { allergies, medical_conditions, nothing_to_report, pickup_authorizations, emergency_contacts } =
  CheckoutChild.entries;

/**
 * What a parent adds about a child of a paid order: argument `p_details` of `save_order_child`, besides Access and
 * `p_child`, the child's place in the order (`line.child`). It is added to what is known, and nothing is taken away. At
 * least one of them.
 */
export const ChildDetails = v.object({
  allergies,
  medical_conditions,
  medications: allergies,
  /** What the child needs help with. */
  physical_limitations: allergies,
  nothing_to_report,
  pickup_authorizations,
  emergency_contacts,
});
export type ChildDetails = v.InferOutput<typeof ChildDetails>;

/** What was written, by name: the words themselves are never answered. */
export const SavedChild = v.object({ child: v.number(), saved: v.array(v.string()) });
