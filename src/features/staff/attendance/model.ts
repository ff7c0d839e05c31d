import type { AttendanceState, ClassAttendance, ClassWeek } from '#contract/attendance.ts';
import type { CsvColumn } from '#ui/staff/table/csv.ts';
import { attendanceMessages as words } from './messages.ts';

/** The numbers of weeks that the table can show. It shows the smallest one first. */
export const spans = [12, 26, 52] as const;

type Child = ClassAttendance['children'][number];

export const stateOf = (child: Child, week: ClassWeek): AttendanceState | null =>
  child.sessions.find(({ session_id }) => session_id === week.session_id)?.state ?? null;

export interface Sums {
  booked: number;
  came: number;
  missed: number;
  open: number;
}

export function sumsOf({ sessions }: Child): Sums {
  const count = (state: AttendanceState) => sessions.filter((session) => session.state === state).length;
  return { booked: sessions.length, came: count('came'), missed: count('missed'), open: count('open') };
}

/** Returns the share of marked attendances at which the child came, or null if none was marked. */
export function shareOf(weeks: readonly ClassWeek[]): number | null {
  const markedCount = weeks.reduce((sum, { came, missed }) => sum + came + missed, 0);
  return markedCount === 0 ? null : weeks.reduce((sum, { came }) => sum + came, 0) / markedCount;
}

/** The file has a row for each child and a column for each week. */
export const attendanceCsv = (weeks: readonly ClassWeek[]): readonly CsvColumn<Child>[] => [
  { title: words.child, value: ({ name }) => name },
  ...weeks.map((week) => ({
    title: week.day,
    value: (child: Child) => {
      const state = stateOf(child, week);
      return state === null ? null : words.states[state];
    },
  })),
  { title: words.booked, value: (child) => sumsOf(child).booked },
  { title: words.came, value: (child) => sumsOf(child).came },
  { title: words.missed, value: (child) => sumsOf(child).missed },
  { title: words.open, value: (child) => sumsOf(child).open },
];
