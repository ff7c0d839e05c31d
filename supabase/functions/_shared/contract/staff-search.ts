import * as v from 'valibot';
import { cents } from './numbers.ts';

/** The search in the frame of all staff pages: `search_staff` (docs/decisions "One search for staff"). */

const day = v.nullable(v.string());

/**
 * A result of the search. For a child, `id` is the family if the caller is an admin, and the session or camp if the
 * caller is a coach.
 */
export const StaffHit = v.object({
  kind: v.picklist(['family', 'child', 'order', 'camp', 'session', 'coach']),
  id: v.string(),
  title: v.string(),
  /** What distinguishes the result from others with the same title, e.g. a location. */
  text: v.nullable(v.string()),
  day,
  until: day,
  time: v.nullable(v.string()),
  cents: v.nullable(cents),
  /** Only present for a child, and only for an admin. */
  child_id: v.optional(v.string()),
  /** The address of the family, only present for a family or child, and only for an admin. */
  email: v.optional(v.string()),
  phone: v.optional(v.string()),
});
export type StaffHit = v.InferOutput<typeof StaffHit>;
export const StaffHits = v.array(StaffHit);
