import * as v from 'valibot';
import { count } from './numbers.ts';
import { OrderSession, QuoteCamp } from './places.ts';

/**
 * A changed place, hour or coach of a booked session or camp (`supabase/schemas/staff/place_notices.sql`; decisions
 * "/management/schedule"). Times as ISO 8601.
 */

/** The facts of a session or camp that families see; one of the two is null. */
export const PlaceFacts = v.object({
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
  coaches: v.array(v.string()),
});
export type PlaceFacts = v.InferOutput<typeof PlaceFacts>;

export const placeParts = ['place', 'hours', 'coach'] as const;
export const PlacePart = v.picklist(placeParts);
export type PlacePart = (typeof placeParts)[number];

/** A person who would have to be at two places at once, and the other place. */
export const Clash = v.object({
  name: v.string(),
  title: v.string(),
  location: v.string(),
  starts_at: v.string(),
  ends_at: v.string(),
});
export type Clash = v.InferOutput<typeof Clash>;

/** Concerns about a coach who is assigned. Only `absent` and `double_booked` need a reason. */
export const CoachConcern = v.object({
  kind: v.picklist(['absent', 'double_booked', 'travel', 'outside_hours']),
  name: v.string(),
  /** The other session or camp; null if there is none. */
  title: v.nullable(v.string()),
  location: v.nullable(v.string()),
  starts_at: v.string(),
  ends_at: v.string(),
});
export type CoachConcern = v.InferOutput<typeof CoachConcern>;

/** Answer of `preview_place_change`, and part of the answers of the changes that it previews. */
export const ChangeImpact = v.object({
  /** Empty if families see no difference. */
  changed: v.array(PlacePart),
  children: count,
  families: count,
  /** Number of mails to families, those who wait included. */
  mails: count,
  /** Number of messages by WhatsApp and SMS. */
  phones: count,
  /** Number of families that wait. */
  waiting: count,
  /** Places in open checkouts. */
  held: count,
  /** Coaches who are at another place at that time. */
  coaches: v.array(Clash),
  /** Concerns about the coach who is assigned. */
  concerns: v.array(CoachConcern),
  /** Whether assigning that coach needs a reason. */
  needs_reason: v.boolean(),
  /** Children who have another booking at that time; only checked for a change of hour. */
  busy: v.array(Clash),
});
export type ChangeImpact = v.InferOutput<typeof ChangeImpact>;

/**
 * `p_notice`: whether families are informed. `note`: the text they read with the change, or why they are not informed,
 * which is not needed if only the coach changes. `expected`: the preview that was shown, if they are informed.
 */
export interface ChangeNotice {
  notify: boolean;
  note: string | null;
  expected: { families: number; mails: number };
}
