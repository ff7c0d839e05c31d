import * as v from 'valibot';
import { count } from './numbers.ts';
import { OrderSession } from './places.ts';
import { WaitlistView } from './waitlists.ts';

/**
 * Booking with the credits of passes, signed in (spec 1 §1 and §3). Credits in sessions, moments as ISO 8601 with zone.
 * A guest does the same by the link in a mail (`after-sale.ts`).
 */

const date = v.pipe(v.string(), v.isoDate());
const uuid = v.pipe(v.string(), v.uuid());

/** A row of the answer of `book_sessions`; answer of `book_session` and `reschedule_booking`. */
export const CreditBooking = v.object({
  booking_id: v.string(),
  child_id: v.string(),
  session: OrderSession,
  pass_id: v.string(),
  credits_left: count,
  /** Until then cancelling gives the credit back. */
  credit_returns_until: v.string(),
});
export type CreditBooking = v.InferOutput<typeof CreditBooking>;

/** Answer of `cancel_booking`. The pass is null for a booking that took no credit. */
export const CancelledBooking = v.object({
  cancelled: v.literal(true),
  credit_returned: v.boolean(),
  pass_id: v.nullable(v.string()),
  credits_left: count,
  /** Last day of the pass, so that its credits are spent until then; null without an end. */
  pass_valid_until: v.nullable(date),
});
export type CancelledBooking = v.InferOutput<typeof CancelledBooking>;

/** How a child stands to one session of the list. */
const ChildSession = v.object({
  session_id: v.string(),
  /** Of the child's own team; another's is one that it may come to as well. */
  is_own_team: v.boolean(),
  /** Its booking there; null: none. */
  booking_id: v.nullable(v.string()),
  /** The waitlist keeps a seat there for this child, so it may book though `spots_left` says 0. */
  is_kept: v.boolean(),
  /** The pass that would pay: of those that are valid that day the one that ends first. Null where it is booked. */
  pass_id: v.nullable(v.string()),
});

/**
 * Answer of `list_bookable_sessions(p_booking_id)`: what the credits of each child could book, whichever weekend, by
 * its beginning; those that it has booked too. With `p_booking_id`: where that booking may move to, its credit counted
 * as returned, for its child alone. None for a child without credit.
 */
export const BookableSessions = v.object({
  /** Those that any of the children could come to; 200 at most. */
  sessions: v.array(
    v.object({
      session: OrderSession,
      /** Free for everybody. 0: full. */
      spots_left: count,
      /** Booked now and given back later, would its credit still come back? */
      returns_credit: v.boolean(),
      credit_returns_until: v.string(),
    }),
  ),
  children: v.array(
    v.object({
      child_id: v.string(),
      name: v.string(),
      /** Of its valid passes. */
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
 * Argument `p_bookings` of `book_sessions`: all of them or none. Without `pass_id` the pass that ends first pays. A
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
 * Answer of `take_offer_with_credits(p_secret)`: the places that an entry of the own family is offered in a class, for
 * all of its children at once, each with a credit of its own (`FamilyWaiting.can_take`).
 */
export const TakenOffer = v.object({ entry: WaitlistView, bookings: v.array(CreditBooking) });
export type TakenOffer = v.InferOutput<typeof TakenOffer>;
