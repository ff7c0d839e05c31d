import * as v from 'valibot';
import { cents } from './numbers.ts';

/** The search in the frame of all staff pages: `search_staff` (docs/decisions "One search for staff"). */

const day = v.nullable(v.string());

/** `id` is the family of a child for an admin, and the session or camp for a coach. */
export const StaffHit = v.object({
  kind: v.picklist(['family', 'child', 'order', 'camp', 'session', 'coach']),
  id: v.string(),
  title: v.string(),
  /** What tells it apart from others with the same title, e.g. a location. */
  text: v.nullable(v.string()),
  day,
  until: day,
  time: v.nullable(v.string()),
  cents: v.nullable(cents),
  /** Only of a child, for an admin. */
  child_id: v.optional(v.string()),
  /** How to reach the family of a family or child, for an admin. */
  email: v.optional(v.string()),
  phone: v.optional(v.string()),
});
export type StaffHit = v.InferOutput<typeof StaffHit>;
export const StaffHits = v.array(StaffHit);
