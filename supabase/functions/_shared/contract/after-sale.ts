import * as v from 'valibot';
import { KnownDetails } from './health.ts';
import { cents, count } from './numbers.ts';
import { CheckoutChild } from './order-requests.ts';
import { OrderLine, OrderView } from './orders.ts';
import { Email } from './person.ts';
import { OrderSession } from './places.ts';

/**
 * The calls with which a parent changes a paid order: arguments and answers of `get_managed_order`, `cancel_lines`,
 * `quote_move`, `move_line`, `choose_late`, `place_credit_line`, `hold_move`, `find_pass_sessions`, `book_pass_session`
 * and `cancel_pass_session` (decisions "Selling rules"). Money in integer cents, times as ISO 8601.
 */

const uuid = v.pipe(v.string(), v.uuid());

/** The caller: the holder of a link in a mail, or a signed-in parent of the order's family. */
export const Access = v.union([
  v.object({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(100)) }),
  v.object({ order_id: uuid }),
]);
export type Access = v.InferOutput<typeof Access>;

/**
 * Sessions of a pass that is cancelled: how many it was sold with, and how many are left, neither used nor removed by
 * staff.
 */
const sessions = v.object({ total: v.number(), unused: v.number() });

/**
 * The rule that decides a refund, as a code that a page turns into a sentence. Without a matching rule `percent` is 0.
 */
export const RefundReason = v.object({
  percent: v.number(),
  /** The price of the place with its transport, under the rules at the sale: the percentage applies to this amount. */
  of_cents: v.number(),
  hours_before: v.optional(v.number()),
  /** The start that `hours_before` counts to; after a move, the earliest start that the line has had. */
  counted_to: v.optional(v.string()),
  days_after_purchase: v.optional(v.number()),
});

export type RefundReason = v.InferOutput<typeof RefundReason>;

/**
 * The actions that a line allows now. Null or false means that it is too late, or that such a line does not allow it.
 */
export const LineActions = v.object({
  /**
   * The refund of this line alone, which `cancel_lines` takes as `p_expected_refund_cents`. `cancel_all` has that of
   * all lines.
   */
  cancel: v.nullable(
    v.object({
      refund_cents: cents,
      /** Deducted from the refund: a rebate or code to which the remaining lines are not entitled without this line. */
      reclaimed_cents: v.optional(cents),
      /** For a pass. If some sessions are used, the refund is the share of the others. */
      sessions: v.optional(sessions),
      /** The pass has a renewal, which ends with the cancellation. */
      ends_renewal: v.optional(v.boolean()),
    }),
  ),
  /** `until` null means no limit, because we cancelled it. */
  move: v.nullable(v.object({ until: v.nullable(v.string()) })),
  /** The end of the time for moving it, if that is over; null if it can still be moved or cannot be moved at all. */
  move_over: v.optional(v.nullable(v.string())),
  /** The line is a credit, and `place_credit_line` can choose a camp for it. */
  place: v.boolean(),
});

/**
 * The status of a session booked with a pass. `cancelled`: cancelled too late for the credit to return;
 * `cancelled_by_us`: cancelled by us; `begun`: attendance is not recorded yet.
 */
export const passBookingStatuses = [
  'ahead',
  'begun',
  'attended',
  'missed',
  'cancelled_by_us',
  'cancelled',
] as const;

/** The pass that a line bought. Credits in sessions. */
export const ManagedPass = v.object({
  /** Credits left. */
  credits: v.pipe(v.number(), v.integer()),
  sessions_total: v.number(),
  /** Last day; null without an end. */
  valid_until: v.nullable(v.pipe(v.string(), v.isoDate())),
  /** The last day has passed. */
  is_over: v.boolean(),
  /** In the order of their starts. */
  bookings: v.array(
    v.object({
      booking_id: v.string(),
      session: OrderSession,
      status: v.picklist(passBookingStatuses),
      /** Whether cancelling now returns the credit: `cancel_pass_session` takes it as `p_expected_return`. */
      returns_credit: v.boolean(),
      /** The last time at which cancelling returns the credit, if the session takes place. */
      credit_returns_until: v.string(),
    }),
  ),
});
export type ManagedPass = v.InferOutput<typeof ManagedPass>;

/** Answer of `find_pass_sessions`: the sessions that one more credit could book, in the order of their starts. */
export const PassSessions = v.array(
  v.object({
    session: OrderSession,
    /** True for the child's own team, false for another team that it may join as well. */
    is_own_team: v.boolean(),
    /** 0 means full. */
    spots_left: count,
    /** Whether a booking made now and cancelled later would return its credit. */
    returns_credit: v.boolean(),
    credit_returns_until: v.string(),
  }),
);
export type PassSession = v.InferOutput<typeof PassSessions>[number];

/** `waiting`: the parent's bank must decide about the charge first; `by_bank`: the bank has paid, so we do not. */
export const refundStatuses = ['requested', 'pending', 'succeeded', 'failed', 'waiting', 'by_bank'] as const;

export const ManagedOrder = v.object({
  ...OrderView.entries,
  order_id: v.string(),
  /** The payment came after the places were sold: the parent has to choose with `choose_late`. */
  must_choose: v.boolean(),
  /** With false one choice applies to all lines. */
  split_allowed: v.boolean(),
  refunds: v.array(
    v.object({
      line_id: v.nullable(v.string()),
      amount_cents: cents,
      status: v.picklist(refundStatuses),
      /** It went to the family's balance. */
      to_balance: v.optional(v.boolean()),
    }),
  ),
  /** The total of cancelling every line that can be cancelled, and the amount for each; null if there is none. */
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
      /** The part of the payments that belongs to the line now; null before it is paid. `total_cents` stays as sold. */
      balance_cents: v.optional(v.nullable(v.number())),
      /** The reason for the refund in `can.cancel`. */
      why: v.optional(v.nullable(RefundReason)),
      can: LineActions,
      pass: v.nullable(ManagedPass),
    }),
  ),
  /** Children by their position in the order; empty unless the caller is proven to be of the family. */
  known: v.optional(v.array(v.object({ child: count, ...KnownDetails.entries })), []),
  /** Staff opened the order of this family; absent for its parents. */
  acting_for: v.optional(v.object({ name: v.nullable(v.string()) })),
});
export type ManagedOrder = v.InferOutput<typeof ManagedOrder>;

/** A pass's first booking moves to a session, a place on a camp to a camp. Without `transport` it does not change. */
export const MoveTarget = v.union([
  v.object({ session_id: uuid }),
  v.object({ camp_id: uuid, transport: v.optional(v.nullable(v.string())) }),
]);
export type MoveTarget = v.InferOutput<typeof MoveTarget>;

/** Answer of `quote_move`: the cost of the move now. Above 0 the parent pays, below 0 we refund. */
export const MoveQuote = v.object({
  difference_cents: v.pipe(v.number(), v.integer()),
  /** Part of the cost: the sibling rebate, which does not apply on a camp without a sibling of the booking. */
  rebate_lost_cents: v.optional(cents),
  /** Deducted from the refund: a rebate or code to which the remaining lines are not entitled without this place. */
  reclaimed_cents: v.optional(cents),
});

/**
 * Arguments of `hold_move` besides Access and line, for a place that costs more than was paid (`move_line` refuses it
 * with `move_costs_more`). The answer is the OrderView of a separate order whose total is the difference; the old place
 * stays until it is paid.
 */
export const UpgradeTarget = v.object({ camp_id: uuid, transport: v.optional(v.nullable(v.string())) });
export type UpgradeTarget = v.InferOutput<typeof UpgradeTarget>;

/** The new place of one line. A line without a session or camp need not be named. */
const ChosenPlace = v.object({
  line_id: uuid,
  session_id: v.optional(v.nullable(uuid)),
  camp_id: v.optional(v.nullable(uuid)),
});

/** Without `lines`, credit and refund apply to the whole order. */
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

/** Argument of `resolve_cancelled_by_us`: staff record what a family chose for a camp that we cancelled. */
export const CancelledByUsChoice = v.variant('kind', [
  v.object({ kind: v.literal('move'), camp_id: uuid }),
  v.object({ kind: v.picklist(['credit', 'refund']) }),
]);
export type CancelledByUsChoice = v.InferOutput<typeof CancelledByUsChoice>;

/**
 * Arguments of `request_order_link`: a new link by mail for a parent who lost it. The answer does not show whether
 * there is such an order; `invalid_input` and `rate_limited` do not depend on it either.
 */
export const OrderLinkRequest = v.object({
  p_number: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(20)),
  p_email: Email,
});
/** Requests a link to all bookings under an address. The answer is the same as above. */
export const OrderLinksRequest = v.object({ p_email: Email });
export const OrderLinkAnswer = v.object({ requested: v.literal(true) });

const { allergies, medical_conditions, nothing_to_report, pickup_authorizations, emergency_contacts } =
  CheckoutChild.entries;

/**
 * The details that a parent adds about a child of a paid order: argument `p_details` of `save_order_child`, besides
 * Access and `p_child`, the child's position in the order (`line.child`). It only adds to what is known. At least one
 * field is needed.
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

/** Names of the fields that were saved; their contents are never returned. */
export const SavedChild = v.object({ child: v.number(), saved: v.array(v.string()) });
