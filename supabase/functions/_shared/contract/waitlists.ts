import * as v from 'valibot';
import { OrderSession, QuoteCamp } from './places.ts';

/** Families who wait for places in a full session or camp (spec 2 §4, docs/decisions "Selling rules"). */

const date = v.pipe(v.string(), v.isoDate());

/**
 * A child who waits. A child of the signed-in family is given by its id, and any other child by name and birth date.
 * For a friend the name is enough.
 */
export const WaitingChild = v.object({
  id: v.optional(v.nullable(v.pipe(v.string(), v.uuid()))),
  name: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120)))),
  dob: v.optional(v.nullable(date)),
  is_friend: v.optional(v.boolean()),
});

/** Body of `join_waitlist`. */
export const WaitlistRequest = v.object({
  session_id: v.optional(v.nullable(v.pipe(v.string(), v.uuid()))),
  camp_id: v.optional(v.nullable(v.pipe(v.string(), v.uuid()))),
  /** The pass that would be bought for a session. */
  offer_id: v.optional(v.nullable(v.string())),
  parent: v.object({ name: v.string(), email: v.string(), phone: v.string() }),
  children: v.pipe(v.array(WaitingChild), v.minLength(1), v.maxLength(8)),
});
export type WaitlistRequest = v.InferOutput<typeof WaitlistRequest>;

/** The terms of the pass or camp that the entry waits for, as they are now. */
export const WaitedTerms = v.object({
  price_cents: v.number(),
  sessions: v.nullable(v.number()),
  validity_days: v.nullable(v.number()),
  renews: v.boolean(),
});

/** An entry of a waitlist, as its parent sees it. */
export const WaitlistView = v.object({
  entry_id: v.string(),
  /**
   * `accepted` means that a checkout holds the places. `lapsed` means that the deadline has passed, or that the
   * checkout ended.
   */
  status: v.picklist([
    ...([
      'unconfirmed',
      'never_confirmed',
      'waiting',
      'offered',
      'accepted',
      'enrolled',
      'declined',
    ] as const),
    ...(['lapsed', 'left', 'cancelled_by_us'] as const),
  ]),
  /** The number of places that the entry wants. */
  places: v.number(),
  /** The position on the waitlist, where 1 is next. Null if the entry is not waiting. */
  position: v.nullable(v.number()),
  /**
   * True if the session or camp starts too soon for offers, so that free spots are for everyone. It is missing in
   * older data that a browser saved.
   */
  is_free_for_all: v.optional(v.boolean()),
  /** The offer that would be bought, which is a pass or the camp's tier. */
  offer_id: v.nullable(v.string()),
  /** The deadline of the open offer of places. */
  offer_expires_at: v.nullable(v.string()),
  terms: v.optional(v.nullable(WaitedTerms)),
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
  children: v.array(
    v.object({
      id: v.nullable(v.string()),
      name: v.nullable(v.string()),
      dob: v.nullable(v.string()),
      is_friend: v.boolean(),
    }),
  ),
  /**
   * The parent. Only `get_waitlist_entry` returns it, while there is an offer or its checkout. Null once the data are
   * deleted.
   */
  parent: v.optional(
    v.object({ name: v.nullable(v.string()), email: v.nullable(v.string()), phone: v.nullable(v.string()) }),
  ),
  server_time: v.string(),
});
export type WaitlistView = v.InferOutput<typeof WaitlistView>;

/** The entry with its secret, which gives access to it. */
export const JoinedWaitlist = v.object({ ...WaitlistView.entries, secret: v.string() });
