import * as v from 'valibot';
import { count } from './numbers.ts';
import { TeamId } from './teams.ts';

/** `open` means that attendance is not recorded yet. */
export const attendanceStates = ['came', 'missed', 'open'] as const;
const AttendanceState = v.picklist(attendanceStates);
export type AttendanceState = v.InferOutput<typeof AttendanceState>;

/** One session of a weekly class. `came`, `missed` and `open` count children by their attendance. */
export const ClassWeek = v.object({
  session_id: v.string(),
  day: v.string(),
  is_cancelled: v.boolean(),
  coach: v.nullable(v.string()),
  capacity: count,
  booked: count,
  came: count,
  missed: count,
  open: count,
});
export type ClassWeek = v.InferOutput<typeof ClassWeek>;

/** Attendance at a weekly class over several weeks. `day` and `time` are those of the session that was opened. */
export const ClassAttendance = v.object({
  title: v.string(),
  team: v.nullable(TeamId),
  location: v.string(),
  day: v.string(),
  time: v.string(),
  weeks: v.array(ClassWeek),
  children: v.array(
    v.object({
      child_id: v.string(),
      /** Null for a coach, who cannot open families. */
      family_id: v.nullable(v.string()),
      name: v.string(),
      sessions: v.array(v.object({ session_id: v.string(), state: AttendanceState })),
    }),
  ),
});
export type ClassAttendance = v.InferOutput<typeof ClassAttendance>;
