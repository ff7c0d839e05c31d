import * as v from 'valibot';
import { ScheduleItem, ScheduleItemDetails } from './management-schedule.ts';

/** Staff move a child with `list_staff_move_targets` and `move_child` (docs/decisions "Moves by staff"). */

/** Answer of `list_staff_move_targets`: where the child can go, including full sessions and camps. */
export const MoveTargets = v.object({ targets: v.array(ScheduleItem) });

const REASON_MAX = 200;
/** What the form of `move_child` asks for. */
export const MoveChild = v.object({
  p_to: v.pipe(v.string(), v.minLength(1)),
  p_reason: v.pipe(v.string(), v.minLength(1), v.maxLength(REASON_MAX)),
});
export type MoveChild = v.InferOutput<typeof MoveChild>;

/** Answer of `move_child`. It describes the session or camp that the child left. */
export const MovedChild = v.object({
  ...ScheduleItemDetails.entries,
  /** True if the new place was full and therefore got one more spot. */
  added: v.boolean(),
  /** False if the spot was not sold by this system, because there is then no order to write about. */
  mailed: v.boolean(),
});
