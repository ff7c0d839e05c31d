import * as v from 'valibot';
import { count } from './numbers.ts';
import { Clash } from './place-changes.ts';

/** Staff copy the sessions and camps of a week with `preview_week_copy` and `copy_week`. */

const day = v.pipe(v.string(), v.isoDate());

/** A camp of the week, with its new days. `left_out` says why it is not copied. */
const CampCopy = v.object({
  /** The id of the new camp. Null if the camp is left out. */
  id: v.nullable(v.string()),
  title: v.string(),
  location: v.string(),
  first_day: day,
  last_day: day,
  left_out: v.nullable(v.picklist(['past', 'exists', 'closed', 'not_offered'])),
  /** The closed days that fall on its days, for example "Vesak Day (31 May)". */
  closed: v.nullable(v.string()),
  capacity: count,
  /** The spots that staff added for a single child. They are not copied. */
  not_copied: count,
  coaches: v.array(v.object({ id: v.string(), name: v.string() })),
  is_on_sale: v.boolean(),
});
export type CampCopy = v.InferOutput<typeof CampCopy>;

const weekCopy = {
  /** The number of sessions that are left out. */
  left_out: count,
  not_offered: count,
  /** The spots of sessions that staff added for a single child. They are not copied. */
  not_copied: count,
  closed: v.array(v.object({ day, name: v.string(), sessions: count })),
  camps: v.array(CampCopy),
  clashes: v.array(Clash),
};
/** The preview of copying a week. `sessions` is the number of sessions that would be made. */
export const WeekCopy = v.object({ ...weekCopy, sessions: count });
export type WeekCopy = v.InferOutput<typeof WeekCopy>;
/** Answer of `copy_week`. `made` has the ids of the new sessions. */
export const CopiedWeek = v.object({ ...weekCopy, made: v.array(v.string()) });
export type CopiedWeek = v.InferOutput<typeof CopiedWeek>;
