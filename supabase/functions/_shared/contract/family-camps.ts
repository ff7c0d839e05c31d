import * as v from 'valibot';
import { CancelledDay } from './camp-days.ts';
import { count } from './numbers.ts';
import { QuoteCamp } from './places.ts';

/** A child's place on a camp. `id` is that of the enrolment. */
export const FamilyCamp = v.object({
  id: v.string(),
  child_id: v.string(),
  child: v.object({ name: v.string() }),
  status: v.literal('enrolled'),
  /** People named in the order who may collect from this camp until a parent confirms them. */
  order_collectors: v.array(v.string()),
  camp: QuoteCamp,
  cancelled: v.boolean(),
  /** The reason that staff gave for cancelling the camp. */
  cancelled_by_us_reason: v.nullable(v.string()),
  /** The days, as `2026-12-07`, on which the child does not come, as the family said. */
  absent_days: v.array(v.string()),
  /** The days on which we do not hold the camp. */
  cancelled_days: v.array(CancelledDay),
  /** The number of days on which the child came. */
  attended_days: count,
  order_id: v.nullable(v.string()),
  /** True if a van collects the child. */
  rides: v.boolean(),
});
export type FamilyCamp = v.InferOutput<typeof FamilyCamp>;

/** The answer of `tell_absence`. */
export const ToldAbsence = v.object({ enrollment_id: v.string(), absent_days: v.array(v.string()) });
