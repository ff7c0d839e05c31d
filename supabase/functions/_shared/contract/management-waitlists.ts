import * as v from 'valibot';
import { count } from './numbers.ts';
import { TeamId } from './teams.ts';
import { WaitlistView } from './waitlists.ts';
import { listPage } from './list-page.ts';

/**
 * Waitlists for staff (docs/decisions "/management/waitlists"). Times are ISO 8601. Health and secrets are left out.
 */

const text = v.nullable(v.string());

/** The states by which staff can filter the list. */
export const waitlistStates = ['offered', 'unconfirmed', 'over'] as const;
export const waitlistSorts = ['starts', '-starts'] as const;

/** A session or camp with a waitlist. */
export const StaffWaitlist = v.object({
  place_id: v.string(),
  kind: v.picklist(['session', 'camp']),
  title: v.string(),
  team: v.nullable(TeamId),
  location: v.string(),
  starts_at: v.string(),
  ends_at: v.string(),
  is_cancelled: v.boolean(),
  has_begun: v.boolean(),
  capacity: count,
  /** The number of places that are booked, held or offered. */
  taken: count,
  /** The number of entries that wait. */
  waiting: count,
  /** The number of places that the waiting entries want. */
  wanted: count,
  unconfirmed: count,
  /** The number of all entries, including those that have ended. */
  entries: count,
  /** The number of open offers. */
  offered: count,
  /** When the first of the open offers ends. */
  next_lapse: text,
});
export type StaffWaitlist = v.InferOutput<typeof StaffWaitlist>;

export const StaffWaitlists = listPage(StaffWaitlist);
export type StaffWaitlists = v.InferOutput<typeof StaffWaitlists>;

/** An entry of a waitlist. */
export const StaffWaiting = v.object({
  ...v.pick(WaitlistView, ['entry_id', 'status', 'places', 'position', 'offer_expires_at']).entries,
  family_id: text,
  name: text,
  email: text,
  phone: text,
  joined_at: v.string(),
  updated_at: v.string(),
  /** True if staff made the open offer, out of turn. */
  by_staff: v.boolean(),
  /**
   * In `enough` of the last `of` similar sessions or camps, an entry at this position got its
   * places.
   */
  odds: v.nullable(v.object({ enough: count, of: count })),
  children: v.array(v.object({ name: text, age: v.nullable(v.number()), is_friend: v.boolean() })),
});
export type StaffWaiting = v.InferOutput<typeof StaffWaiting>;

/** The waitlist of one session or camp. */
export const StaffQueue = v.object({
  place: StaffWaitlist,
  at: v.string(),
  /**
   * Entries in this order: those in a checkout, those with an offer, those that wait, and the latest 100 unconfirmed
   * ones.
   */
  queue: v.array(StaffWaiting),
  /** The latest entries that no longer wait. */
  ended: v.array(StaffWaiting),
});
export type StaffQueue = v.InferOutput<typeof StaffQueue>;

/**
 * The history of an entry. `held_until` is the deadline of an offer. For a mail, `kind` says what became of it. `who`
 * is staff or the parent.
 */
export const StaffWaitingHistory = v.array(
  v.object({
    at: v.string(),
    kind: v.picklist(['status', 'held_until', 'mail_sent', 'mail_waits', 'mail_failed']),
    about: v.string(),
    who: text,
  }),
);
export type StaffWaitingHistory = v.InferOutput<typeof StaffWaitingHistory>;

/** An entry after staff have changed it. */
export const WaitingChanged = v.pick(WaitlistView, ['entry_id', 'status', 'position', 'offer_expires_at']);
export type WaitingChanged = v.InferOutput<typeof WaitingChanged>;

export const PlacesAdded = v.object({
  capacity: count,
  /** Families who are offered one of the new places. */
  offers: v.array(
    v.object({
      entry_id: v.string(),
      name: text,
      places: count,
      /** The entry's children who are offered a place. Children who already have one are left out. */
      children: v.array(text),
    }),
  ),
});
export type PlacesAdded = v.InferOutput<typeof PlacesAdded>;
