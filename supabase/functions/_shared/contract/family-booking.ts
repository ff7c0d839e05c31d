import * as v from 'valibot';
import { count } from './numbers.ts';
import { OrderSession } from './places.ts';
import { WaitlistView } from './waitlists.ts';

/**
 * A signed-in family books with the credits of a pass (spec 1 §1 and §3). One credit pays for one session. Times are
 * in ISO 8601 with their zone.
 */

const date = v.pipe(v.string(), v.isoDate());
const uuid = v.pipe(v.string(), v.uuid());

/** A booking that a pass credit has paid. */
export const CreditBooking = v.object({
  booking_id: v.string(),
  child_id: v.string(),
  session: OrderSession,
  pass_id: v.string(),
  credits_left: count,
  credit_returns_until: v.string(),
});
export type CreditBooking = v.InferOutput<typeof CreditBooking>;

/** Answer of `cancel_booking`. */
export const CancelledBooking = v.object({
  cancelled: v.literal(true),
  credit_returned: v.boolean(),
  pass_id: v.nullable(v.string()),
  credits_left: count,
  /** The last day of the pass. Null if it does not expire. */
  pass_valid_until: v.nullable(date),
});
export type CancelledBooking = v.InferOutput<typeof CancelledBooking>;

const ChildSession = v.object({
  session_id: v.string(),
  /** True if the session is of the highest team that suits the child's age and level. */
  is_own_team: v.boolean(),
  /** The id of the child's booking of this session. Null if the child is not booked. */
  booking_id: v.nullable(v.string()),
  /** True if the waitlist holds a seat for this child, who may then book although `spots_left` is 0. */
  is_reserved: v.boolean(),
  /**
   * The pass that would pay: of all passes that are valid on that day, the one that ends first. Null if the child is
   * booked.
   */
  pass_id: v.nullable(v.string()),
});

/**
 * The sessions with free spots. If `p_booking_id` is given, they are the sessions that this booking can move to. They
 * are then listed for its child only, as if its credit were already returned.
 */
export const BookableSessions = v.object({
  sessions: v.array(
    v.object({
      session: OrderSession,
      spots_left: count,
      /** True if a booking made now could still be cancelled with the credit coming back. */
      returns_credit: v.boolean(),
      credit_returns_until: v.string(),
    }),
  ),
  children: v.array(
    v.object({
      child_id: v.string(),
      name: v.string(),
      /** The number of credits that the child can use, from all passes together. */
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
      sessions: v.array(ChildSession),
    }),
  ),
});
export type BookableSessions = v.InferOutput<typeof BookableSessions>;

/** The most sessions that one call books. */
export const MAX_BOOKINGS = 24;

/**
 * `p_bookings` of `book_sessions`, which books all of them or none. If `pass_id` is missing, the pass that ends first
 * pays.
 */
export const BookSessions = v.pipe(
  v.array(v.object({ child_id: uuid, session_id: uuid, pass_id: v.optional(v.nullable(uuid)) })),
  v.minLength(1),
  v.maxLength(MAX_BOOKINGS),
);
export type BookSessions = v.InferOutput<typeof BookSessions>;

export const BookedSessions = v.object({ bookings: v.array(CreditBooking) });
export type BookedSessions = v.InferOutput<typeof BookedSessions>;

/** Answer of `take_offer_with_credits`. All children of the entry got a place, each paid with a credit. */
export const TakenOffer = v.object({ entry: WaitlistView, bookings: v.array(CreditBooking) });
export type TakenOffer = v.InferOutput<typeof TakenOffer>;
