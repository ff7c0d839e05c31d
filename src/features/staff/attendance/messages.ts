import type { AttendanceState, ClassAttendance, ClassWeek } from '#contract/attendance.ts';
import { formatDate, formatTime, weekdayOf } from '#domain/dates.ts';

const states: Record<AttendanceState, string> = { came: 'Came', missed: 'Missed', open: 'Not marked' };

export const attendanceMessages = {
  title: 'Attendance',
  about: ({ title, location, day, time }: ClassAttendance) =>
    `${title}, ${location}, ${weekdayOf(day)} ${formatTime(time)}`,
  loading: 'Loading attendance',
  failed: 'The attendance did not load.',
  notFound: 'We can’t find this class, or another coach is assigned to it.',
  none: 'No weeks yet',
  noneText:
    'The weeks of this class appear here once the first one has started. A coach sees only the weeks that they coached.',
  span: 'Weeks',
  weeks: (weeks: number) => `${weeks} weeks`,
  save: 'Save as CSV',
  print: 'Print',
  share: (share: number) => `Of those marked, ${Math.round(share * 100)}% came`,
  child: 'Child',
  booked: 'Booked',
  came: 'Came',
  missed: 'Missed',
  open: 'Not marked',
  week: ({ day }: ClassWeek) => formatDate(day, { year: false }),
  weekSums: ({ booked, came, missed }: ClassWeek) => `${booked} booked, ${came} came, ${missed} missed`,
  cancelled: 'Cancelled',
  byWeek: 'By week',
  byChild: 'By child',
  coach: 'Coach',
  noCoach: 'No coach',
  states,
  notBooked: 'Not booked',
} as const;

/** The signs in the table. Screen readers and the saved file use the whole word instead. */
export const stateSigns: Record<AttendanceState, string> = { came: '✓', missed: '✗', open: '?' };
