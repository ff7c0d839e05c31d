import * as v from 'valibot';
import { KnownDetails } from './health.ts';
import { cents, count } from './numbers.ts';
import { CheckoutChild } from './order-requests.ts';
import { OrderLine, OrderView } from './orders.ts';
import { Email } from './person.ts';
import { OrderSession } from './places.ts';

// Times are in ISO 8601, and money is in integer cents.

const uuid = v.pipe(v.string(), v.uuid());

/** How a caller opens an order: with the token of a link, or signed in with the order's id. */
export const Access = v.union([
  v.object({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(100)) }),
  v.object({ order_id: uuid }),
]);
export type Access = v.InferOutput<typeof Access>;

/** The sessions of a pass. `unused` counts those that were neither used nor removed by staff. */
const sessions = v.object({ total: v.number(), unused: v.number() });

/** The rule that decides a refund, as a code. If no rule applies, `percent` is 0. */
export const RefundReason = v.object({
  percent: v.number(),
  /** The amount that `percent` applies to: the price of the place with its transport. */
  of_cents: v.number(),
  hours_before: v.optional(v.number()),
  /** The start to which `hours_before` counts. After a move, it is the earliest start that the line has had. */
  counted_to: v.optional(v.string()),
  days_after_purchase: v.optional(v.number()),
});

export type RefundReason = v.InferOutput<typeof RefundReason>;

/**
 * What the parent can do with a line now. A field is null or false if it is too late, or if such a line never allows
 * it.
 */
export const LineActions = v.object({
  /** The refund of this line alone (`cancel_lines` takes it as `p_expected_refund_cents`). */
  cancel: v.nullable(
    v.object({
      refund_cents: cents,
      /**
       * What other lines lose of a rebate or a discount code if this line is cancelled. It is already deducted from
       * the refund.
       */
      clawback_cents: v.optional(cents),
      sessions: v.optional(sessions),
      /** True if cancelling also ends the renewal of the pass. */
      ends_renewal: v.optional(v.boolean()),
    }),
  ),
  /** The line must be moved before `until`, which is null if there is no limit because we cancelled the place. */
  move: v.nullable(v.object({ until: v.nullable(v.string()) })),
  /** The moment at which moving became impossible. Null if the line can still be moved, or could never be moved. */
  move_over: v.optional(v.nullable(v.string())),
  /** True if the place of this paid line can be chosen now. */
  place: v.boolean(),
});

/**
 * `cancelled` means that it was too late for the credit to be returned. `begun` means that attendance is not recorded
 * yet.
 */
export const passBookingStatuses = [
  'ahead',
  'begun',
  'attended',
  'missed',
  'cancelled_by_us',
  'cancelled',
] as const;

/** The pass of an order's line, with the classes that were booked with it. */
export const ManagedPass = v.object({
  /** The number of sessions that can still be booked. */
  credits: v.pipe(v.number(), v.integer()),
  sessions_total: v.number(),
  /** The number of sessions that a sibling can still book or has booked. They end with this pass. */
  moved_credits: v.optional(v.pipe(v.number(), v.integer())),
  valid_until: v.nullable(v.pipe(v.string(), v.isoDate())),
  /** True if the pass has expired. */
  is_over: v.boolean(),
  bookings: v.array(
    v.object({
      booking_id: v.string(),
      session: OrderSession,
      status: v.picklist(passBookingStatuses),
      /** True if cancelling the booking now gives the credit back. */
      returns_credit: v.boolean(),
      credit_returns_until: v.string(),
    }),
  ),
});
export type ManagedPass = v.InferOutput<typeof ManagedPass>;

/** Answer of `find_pass_sessions`: the sessions that another credit could book, sorted by their start. */
export const PassSessions = v.array(
  v.object({
    session: OrderSession,
    /** True if the class is of the highest team that suits the child's age and level. */
    is_own_team: v.boolean(),
    spots_left: count,
    /** True if a booking made now could still be cancelled with the credit coming back. */
    returns_credit: v.boolean(),
    credit_returns_until: v.string(),
  }),
);
export type PassSession = v.InferOutput<typeof PassSessions>[number];

/**
 * `waiting` means that the parent's bank must decide about the charge first. `by_bank` means that the bank has
 * refunded the parent, so we do not.
 */
export const refundStatuses = ['requested', 'pending', 'succeeded', 'failed', 'waiting', 'by_bank'] as const;

/** Answer of `get_managed_order`: an order after its sale, with what each line allows now. */
export const ManagedOrder = v.object({
  ...OrderView.entries,
  order_id: v.string(),
  /** True if the parent must choose between another place, a credit and a refund, because the payment came late. */
  must_choose: v.boolean(),
  /** False means that one choice applies to all lines for the same session or camp. */
  split_allowed: v.boolean(),
  refunds: v.array(
    v.object({
      line_id: v.nullable(v.string()),
      amount_cents: cents,
      status: v.picklist(refundStatuses),
      /** True if the refund was added to the family's balance. */
      to_balance: v.optional(v.boolean()),
    }),
  ),
  cancel_all: v.optional(
    v.nullable(
      v.object({
        refund_cents: cents,
        clawback_cents: cents,
        lines: v.optional(v.array(v.object({ line_id: v.string(), refund_cents: cents })), []),
      }),
    ),
  ),
  lines: v.array(
    v.object({
      ...OrderLine.entries,
      /**
       * How much of the payments belongs to the line now, or null before the line is paid. `total_cents` does not
       * change after the sale.
       */
      balance_cents: v.optional(v.nullable(v.number())),
      refund_reason: v.optional(v.nullable(RefundReason)),
      can: LineActions,
      pass: v.nullable(ManagedPass),
      /** Present while days of the line's camp lie ahead: on which the child does not come, as the family said. */
      absence: v.nullish(
        v.object({
          absent_days: v.array(v.pipe(v.string(), v.isoDate())),
          open_days: v.array(v.pipe(v.string(), v.isoDate())),
        }),
      ),
    }),
  ),
  /**
   * What is recorded about the children, by their position in the order. The list is empty unless the caller is
   * verified as a parent.
   */
  known: v.optional(v.array(v.object({ child: count, ...KnownDetails.entries })), []),
  /** Present if staff opened the order of this family. It is missing for the family's parents. */
  acting_for: v.optional(v.object({ name: v.nullable(v.string()) })),
});
export type ManagedOrder = v.InferOutput<typeof ManagedOrder>;

/**
 * Where to move to: a session for a pass's first booking, or a camp for a place on a camp. If `transport` is missing,
 * the transport does not change.
 */
export const MoveTarget = v.union([
  v.object({ session_id: uuid }),
  v.object({ camp_id: uuid, transport: v.optional(v.nullable(v.string())) }),
]);
export type MoveTarget = v.InferOutput<typeof MoveTarget>;

/** What a move would cost. `difference_cents` is negative if money is refunded. */
export const MoveQuote = v.object({
  difference_cents: v.pipe(v.number(), v.integer()),
  /**
   * The sibling rebate that is lost, because no sibling of the booking is on the new camp. It is included in the
   * difference.
   */
  rebate_lost_cents: v.optional(cents),
  /** What other lines lose of a rebate or a discount code if this line is moved. It is already deducted. */
  clawback_cents: v.optional(cents),
});

/** Arguments of `hold_upgrade`. The old place stays until the order for the difference is paid. */
export const UpgradeTarget = v.object({ camp_id: uuid, transport: v.optional(v.nullable(v.string())) });
export type UpgradeTarget = v.InferOutput<typeof UpgradeTarget>;

const ChosenPlace = v.object({
  line_id: uuid,
  session_id: v.optional(v.nullable(uuid)),
  camp_id: v.optional(v.nullable(uuid)),
});

/** What the parent chooses after a late payment. Without `lines`, credit and refund apply to the whole order. */
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

/** What a family chooses for a place on a camp that we cancelled. */
export const CancelledByUsChoice = v.variant('kind', [
  v.object({ kind: v.literal('move'), camp_id: uuid }),
  v.object({ kind: v.picklist(['credit', 'refund']) }),
]);
export type CancelledByUsChoice = v.InferOutput<typeof CancelledByUsChoice>;

/** Neither the answer of `request_order_link` nor its refusals show whether there is such an order. */
export const OrderLinkRequest = v.object({
  p_number: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(20)),
  p_email: Email,
});
/** Arguments of `request_order_links`: links to all orders of the address are mailed to it. */
export const OrderLinksRequest = v.object({ p_email: Email });
export const OrderLinkAnswer = v.object({ requested: v.literal(true) });

const { allergies, medical_conditions, nothing_to_report, pickup_authorizations, emergency_contacts } =
  CheckoutChild.entries;

/** `p_details` of `save_order_child`. Details are only added, and at least one field is required. */
export const ChildDetails = v.object({
  allergies,
  medical_conditions,
  medications: allergies,
  physical_limitations: allergies,
  nothing_to_report,
  pickup_authorizations,
  emergency_contacts,
});
export type ChildDetails = v.InferOutput<typeof ChildDetails>;

/** The position of the child in the order, and the names of the fields that were saved. */
export const SavedChild = v.object({ child: v.number(), saved: v.array(v.string()) });
