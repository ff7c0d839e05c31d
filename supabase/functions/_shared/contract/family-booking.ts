import * as v from 'valibot';
import { count } from './numbers.ts';
import { OrderSession } from './places.ts';
import { WaitlistView } from './waitlists.ts';

/**
 * Booking with pass credits, signed in (spec 1 §1 and §3). Credits in sessions, times as ISO 8601 with zone. A guest
 * uses the link in a mail instead (`after-sale.ts`).
 */

const date = v.pipe(v.string(), v.isoDate());
const uuid = v.pipe(v.string(), v.uuid());

/** A row in the answer of `book_sessions`; the answer of `book_session` and `reschedule_booking`. */
export const CreditBooking = v.object({
  booking_id: v.string(),
  child_id: v.string(),
  session: OrderSession,
  pass_id: v.string(),
  credits_left: count,
  /** Cancelling before this time returns the credit. */
  credit_returns_until: v.string(),
});
export type CreditBooking = v.InferOutput<typeof CreditBooking>;

/** Answer of `cancel_booking`. The pass is null for a booking that used no credit. */
export const CancelledBooking = v.object({
  cancelled: v.literal(true),
  credit_returned: v.boolean(),
  pass_id: v.nullable(v.string()),
  credits_left: count,
  /** Last day of the pass, by which its credits must be used; null without an end. */
  pass_valid_until: v.nullable(date),
});
export type CancelledBooking = v.InferOutput<typeof CancelledBooking>;

/** One session of the list for one child. */
const ChildSession = v.object({
  session_id: v.string(),
  /** True for the child's own team, false for another team that it may join as well. */
  is_own_team: v.boolean(),
  /** The child's booking for the session; null if it has none. */
  booking_id: v.nullable(v.string()),
  /** The waitlist holds a seat for this child, so it may book although `spots_left` is 0. */
  is_reserved: v.boolean(),
  /** The pass that would pay: the first to end of those valid on that day. Null if the child is booked. */
  pass_id: v.nullable(v.string()),
});

/**
 * Answer of `list_bookable_sessions(p_booking_id)`: the sessions that each child's credits could book, and those
 * already booked, in the order of their starts. With `p_booking_id`: where that booking can move, for its child alone
 * and with its credit counted as returned. A child without credit has none.
 */
export const BookableSessions = v.object({
  /** Sessions open to any of the children; 200 at most. */
  sessions: v.array(
    v.object({
      session: OrderSession,
      /** Spots open to everybody. 0 means full. */
      spots_left: count,
      /** Whether a booking made now and cancelled later would return its credit. */
      returns_credit: v.boolean(),
      credit_returns_until: v.string(),
    }),
  ),
  children: v.array(
    v.object({
      child_id: v.string(),
      name: v.string(),
      /** Credits of the child's valid passes. */
      credits: count,
      passes: v.array(
        v.object({
          id: v.string(),
          title: v.string(),
          credits: count,
          valid_from: date,
          valid_until: v.nullable(date),
        }),
      ),
      /** In the order of `sessions`. */
      sessions: v.array(ChildSession),
    }),
  ),
});
export type BookableSessions = v.InferOutput<typeof BookableSessions>;

export const MOST_BOOKINGS = 24;

/**
 * Argument `p_bookings` of `book_sessions`: all are booked or none. Without `pass_id` the pass that ends first pays. A
 * refusal names the row, e.g. `session_full` with the field `p_bookings[1].session_id`.
 */
export const BookSessions = v.pipe(
  v.array(v.object({ child_id: uuid, session_id: uuid, pass_id: v.optional(v.nullable(uuid)) })),
  v.minLength(1),
  v.maxLength(MOST_BOOKINGS),
);
export type BookSessions = v.InferOutput<typeof BookSessions>;

/** Answer of `book_sessions`, in the order of the rows. */
export const BookedSessions = v.object({ bookings: v.array(CreditBooking) });
export type BookedSessions = v.InferOutput<typeof BookedSessions>;

/**
 * Answer of `take_offer_with_credits(p_secret)`: the offered places in a class for all children of the family's
 * waitlist entry, each paid with a credit (`FamilyWaiting.can_take`).
 */
export const TakenOffer = v.object({ entry: WaitlistView, bookings: v.array(CreditBooking) });
export type TakenOffer = v.InferOutput<typeof TakenOffer>;
