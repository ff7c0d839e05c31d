import * as v from 'valibot';
import { count } from './numbers.ts';
import { OrderSession, QuoteCamp } from './places.ts';

/**
 * Another place, hour or coach of a session or camp that families booked (`supabase/schemas/staff/place_notices.sql`;
 * decisions "/management/schedule"). Moments as ISO 8601.
 */

/** What families know of a session or camp; one of the two is null. */
export const PlaceFacts = v.object({
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
  coaches: v.array(v.string()),
});
export type PlaceFacts = v.InferOutput<typeof PlaceFacts>;

export const placeParts = ['place', 'hours', 'coach'] as const;
export const PlacePart = v.picklist(placeParts);
export type PlacePart = (typeof placeParts)[number];

/** Somebody who would be at two places at once, and the other one. */
export const Clash = v.object({
  name: v.string(),
  title: v.string(),
  location: v.string(),
  starts_at: v.string(),
  ends_at: v.string(),
});
export type Clash = v.InferOutput<typeof Clash>;

/** Answer of `preview_place_change`, and part of the answers of what it previews. */
export const PlaceImpact = v.object({
  /** Empty: nothing that families know. */
  changed: v.array(PlacePart),
  children: count,
  families: count,
  /** That go out, or went out; to those who wait too. */
  mails: count,
  /** Families. */
  waiting: count,
  /** Places in open checkouts. */
  held: count,
  /** Coaches who are elsewhere meanwhile. */
  coaches: v.array(Clash),
  /** Children who have something else meanwhile; asked of another hour only. */
  busy: v.array(Clash),
});
export type PlaceImpact = v.InferOutput<typeof PlaceImpact>;

/**
 * `p_notice`: whether families are told. `note`: what they read beside the change, or why they are not told, which only
 * a coach alone does not need. `seen`: what was shown before, where they are told.
 */
export interface PlaceNotice {
  tell: boolean;
  note: string | null;
  seen: { families: number; mails: number };
}
