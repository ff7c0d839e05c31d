import { expect, test } from 'vitest';
import type { ClassAttendance, ClassWeek } from '#contract/attendance.ts';
import { attendanceCsv, shareOf, sumsOf } from '#features/staff/attendance/model.ts';

const week = (session_id: string, day: string, came: number, missed: number): ClassWeek => ({
  session_id,
  day,
  is_cancelled: false,
  coach: 'Ana',
  capacity: 8,
  booked: 3,
  came,
  missed,
  open: 3 - came - missed,
});
const weeks = [week('a', '2026-11-11', 2, 1), week('b', '2026-11-18', 0, 0)];
const mia: ClassAttendance['children'][number] = {
  child_id: 'c',
  family_id: null,
  name: 'Mia Lim',
  sessions: [{ session_id: 'a', state: 'missed' }],
};

test('the share is computed from the marked children, and is empty without a mark', () => {
  expect(shareOf(weeks)).toBe(2 / 3);
  expect(shareOf(weeks.slice(1))).toBeNull();
});

test('the file has a column for each week, and an empty cell where the child was not booked', () => {
  const columns = attendanceCsv(weeks);
  expect(columns.map(({ title }) => title)).toEqual([
    ...['Child', '2026-11-11', '2026-11-18', 'Booked', 'Came', 'Missed', 'Not marked'],
  ]);
  expect(columns.map(({ value }) => value(mia))).toEqual(['Mia Lim', 'Missed', null, 1, 0, 1, 0]);
  expect(sumsOf(mia)).toEqual({ booked: 1, came: 0, missed: 1, open: 0 });
});
