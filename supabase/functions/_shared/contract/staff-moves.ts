import * as v from 'valibot';
import { ScheduleItem, ScheduleItemDetails } from './management-schedule.ts';

/** Staff move a child: `list_staff_move_targets`, `move_child` (decisions "Moves by staff"). */

/** Answer of `list_staff_move_targets`: where the child can go, full sessions and camps included. */
export const MoveTargets = v.object({ targets: v.array(ScheduleItem) });

const REASON_MAX = 200;
/** What the form of `move_child` asks for. */
export const MoveChild = v.object({
  p_to: v.pipe(v.string(), v.minLength(1)),
  p_reason: v.pipe(v.string(), v.minLength(1), v.maxLength(REASON_MAX)),
});
export type MoveChild = v.InferOutput<typeof MoveChild>;

/**
 * Answer of `move_child`: the session or camp that was left. `added`: the other one got one more spot; `mailed`: false
 * for a spot that was not sold here, because there is no order to write about.
 */
export const MovedChild = v.object({
  ...ScheduleItemDetails.entries,
  added: v.boolean(),
  mailed: v.boolean(),
});
