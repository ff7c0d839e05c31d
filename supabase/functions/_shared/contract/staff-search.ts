import * as v from 'valibot';
import { cents } from './numbers.ts';

/** The search of staff's frame: `search_staff` (decisions "One search for staff"). */

const day = v.nullable(v.string());

/**
 * What a search found. `id`: the family of a child for an admin, and the session or camp for a coach. `text`: the
 * contacts of a family, the parent of a child, the buyer of an order, the location. `day`, `until` and `time` in
 * Singapore.
 */
export const StaffHit = v.object({
  kind: v.picklist(['family', 'child', 'order', 'camp', 'session', 'coach']),
  id: v.string(),
  title: v.string(),
  text: v.nullable(v.string()),
  day,
  until: day,
  time: v.nullable(v.string()),
  cents: v.nullable(cents),
});
export type StaffHit = v.InferOutput<typeof StaffHit>;
export const StaffHits = v.array(StaffHit);
