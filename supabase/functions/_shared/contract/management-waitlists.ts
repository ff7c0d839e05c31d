import * as v from 'valibot';
import { count } from './numbers.ts';
import { TeamId } from './teams.ts';
import { WaitlistView } from './waitlists.ts';

/**
 * Staff's waitlists: `list_waitlists`, `get_waitlist`, `get_waiting_story`, `remove_from_waitlist`, `add_places`
 * (decisions "/management/waitlists"). Moments as ISO 8601. Nothing of anybody's health, and no secret.
 */

const text = v.nullable(v.string());

export const waitlistStates = ['offered', 'unconfirmed', 'over'] as const;
export const waitlistSorts = ['starts', '-starts'] as const;

/** A session or camp with its queue in numbers. */
export const StaffWaitlist = v.object({
  place_id: v.string(),
  kind: v.picklist(['session', 'camp']),
  title: v.string(),
  team: v.nullable(TeamId),
  location: v.string(),
  starts_at: v.string(),
  ends_at: v.string(),
  /** Called off. */
  is_off: v.boolean(),
  has_begun: v.boolean(),
  capacity: count,
  /** Sold, held or offered. */
  taken: count,
  /** Entries in the queue, and the places that they want. */
  waiting: count,
  wanted: count,
  unconfirmed: count,
  /** All that ever were. */
  entries: count,
  /** Offers that are open, and when the first of them lapses. */
  offered: count,
  next_lapse: text,
});
export type StaffWaitlist = v.InferOutput<typeof StaffWaitlist>;

/** `count` to a thousand, and `more` where there are more; null on later pages. `next`: `p_after` of the next page. */
export const StaffWaitlists = v.object({
  rows: v.array(StaffWaitlist),
  next: text,
  count: v.nullable(count),
  more: v.nullable(v.boolean()),
});
export type StaffWaitlists = v.InferOutput<typeof StaffWaitlists>;

/** Somebody in a queue. Null of name, e-mail and phone: forgotten, by the rules of retention. */
export const StaffWaiting = v.object({
  ...v.pick(WaitlistView, ['entry_id', 'status', 'places', 'position', 'offer_expires_at']).entries,
  family_id: text,
  name: text,
  email: text,
  phone: text,
  joined_at: v.string(),
  updated_at: v.string(),
  /** The open offer is one that staff made. */
  by_staff: v.boolean(),
  /** As in `FamilyWaiting`. */
  odds: v.nullable(v.object({ enough: count, of: count })),
  /** `age` on the first day; null of a friend of whom nobody told it. */
  children: v.array(v.object({ name: text, age: v.nullable(v.number()), is_friend: v.boolean() })),
});
export type StaffWaiting = v.InferOutput<typeof StaffWaiting>;

export const StaffQueue = v.object({
  place: StaffWaitlist,
  /** The clock that offers lapse by. */
  at: v.string(),
  /** Who is in a checkout, who has an offer, who waits by turn, the latest 100 who have not confirmed. */
  queue: v.array(StaffWaiting),
  /** The latest of those whose waiting is over. */
  ended: v.array(StaffWaiting),
});
export type StaffQueue = v.InferOutput<typeof StaffQueue>;

/**
 * `status`: about the new one; `kept_until`: an offer, about its deadline; mails: about their kind. `who`: staff or
 * parent.
 */
export const StaffWaitingStory = v.array(
  v.object({
    at: v.string(),
    kind: v.picklist(['status', 'kept_until', 'mail_sent', 'mail_waits', 'mail_given_up']),
    about: v.string(),
    who: text,
  }),
);
export type StaffWaitingStory = v.InferOutput<typeof StaffWaitingStory>;

/** Answer of `restore_waitlist_offer` and `remove_from_waitlist`: how the entry stands then. */
export const WaitingChanged = v.pick(WaitlistView, ['entry_id', 'status', 'position', 'offer_expires_at']);
export type WaitingChanged = v.InferOutput<typeof WaitingChanged>;

/** Answer of `add_places`, and of `preview_places` before it. `offers`: families who are offered a place by it. */
export const PlacesAdded = v.object({
  capacity: count,
  offers: v.array(
    v.object({
      entry_id: v.string(),
      name: text,
      places: count,
      /** Those of the entry's children whom a place is kept for: not who has one already. */
      children: v.array(text),
    }),
  ),
});
export type PlacesAdded = v.InferOutput<typeof PlacesAdded>;
