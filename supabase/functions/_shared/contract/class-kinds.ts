import * as v from 'valibot';
import { count } from './numbers.ts';
import { TeamId } from './teams.ts';

/** Requests and answers of `save_class_type` and `save_coach` (docs/decisions "Kinds of class and coaches"). */

const idAndName = { id: v.string(), name: v.string() };
const CLASS_NAME_MAX = 60;
/** Fields of a kind of class that staff may set. */
export const ClassTypeFields = v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(CLASS_NAME_MAX)),
  team: v.nullable(TeamId),
  /** The levels that it teaches, such as "1-3". */
  level: v.nullable(v.pipe(v.string(), v.regex(/^[1-8]-[1-8]$/))),
  duration_minutes: count,
});
export type ClassTypeFields = v.InferOutput<typeof ClassTypeFields>;

/** `is_sold` means that somebody has or had a booking, so the team of this kind cannot be changed. */
export const ClassType = v.object({
  ...idAndName,
  team: v.nullable(TeamId),
  fields: ClassTypeFields,
  is_sold: v.boolean(),
});
export type ClassType = v.InferOutput<typeof ClassType>;
/** Answer of `save_class_type`. */
export const SavedClassType = v.object({ class_type: ClassType });

export const PlannedCoach = v.object({ ...idAndName, has_account: v.boolean() });
export type PlannedCoach = v.InferOutput<typeof PlannedCoach>;
const COACH_NAME_MAX = 80;
/** The name in the request of `save_coach`, as its form has it. */
export const CoachName = v.object({
  p_name: v.pipe(v.string(), v.minLength(1), v.maxLength(COACH_NAME_MAX)),
});
/** Answer of `save_coach`. */
export const SavedCoach = v.object({ coach: PlannedCoach });
