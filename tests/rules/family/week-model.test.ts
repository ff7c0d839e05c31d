/** Tests which days and appointments the plan of a week shows. */
import { expect, it } from 'vitest';
import { daysOf, mayHaveMore, mondayFrom, mondayOf, MAX_CLASSES } from '#features/family/today/week/model.ts';
import { booking, camp, child, family } from '../../unit/family/examples.ts';

const kai = child('Kai');
const mira = child('Mira');
const withPlaces = (change: Partial<typeof family>) => ({
  ...family,
  upcomingBookings: [],
  upcomingCamps: [],
  ...change,
});
const planOf = (shown: typeof family, monday: string) =>
  daysOf(shown, monday).map(({ day, entries }) => [
    day,
    entries.map(({ appointment, state }) => `${appointment.child} ${state}`),
  ]);

it.each([
  ['2026-11-30', '2026-11-30'],
  ['2026-12-06', '2026-11-30'],
  ['2027-01-01', '2026-12-28'],
])('the week of %s starts on Monday %s', (day, monday) => expect(mondayOf(day)).toBe(monday));

it.each([
  [null, '2026-11-16'],
  ['', '2026-11-16'],
  ['tomorrow', '2026-11-16'],
  ['2026-99-99', '2026-11-16'],
  ['2026-11-01', '2026-11-16'],
  ['9999-12-31', '2026-11-16'],
  ['2026-12-09', '2026-12-07'],
])('the address with the week %s opens that of %s', (asked, monday) =>
  expect(mondayFrom(asked, '2026-11-21')).toBe(monday),
);

it('the plan says for each day of a camp whether it takes place and whether the child comes', () => {
  const shown = withPlaces({
    upcomingCamps: [
      camp(kai, {
        absent_days: ['2026-12-07', '2026-12-08'],
        cancelled_days: [{ day: '2026-12-08', reason: 'Storm', money: 'refund', instead: null }],
      }),
      camp(mira, { cancelled: true }),
    ],
  });
  expect(planOf(shown, '2026-12-07')).toEqual([
    ['2026-12-07', ['Kai away', 'Mira cancelled']],
    ['2026-12-08', ['Kai no_camp', 'Mira cancelled']],
    ['2026-12-09', ['Kai on', 'Mira cancelled']],
    ['2026-12-10', []],
    ['2026-12-11', []],
    ['2026-12-12', []],
    ['2026-12-13', []],
  ]);
});

it('the plan of this week starts today, and a day is in the order of its hours', () => {
  const shown = withPlaces({
    upcomingBookings: [
      booking(kai),
      booking(mira, { starts_at: '2026-11-21T01:00:00Z', ends_at: '2026-11-21T02:00:00Z' }),
    ],
    upcomingCamps: [
      // This camp started two days ago, at 8.30 am with its extended day.
      camp(kai, {
        camp: {
          ...camp(kai).camp,
          start_date: '2026-11-19',
          end_date: '2026-11-21',
          starts_at: '2026-11-19T01:00:00Z',
          ends_at: '2026-11-19T07:00:00Z',
        },
      }),
    ],
  });
  expect(
    daysOf(shown, '2026-11-16').map(({ day, entries }) => [
      day,
      entries.map(({ appointment: { child: name, kind } }) => `${name} ${kind}`),
    ]),
  ).toEqual([
    ['2026-11-21', ['Kai camp', 'Mira session', 'Kai session']],
    ['2026-11-22', []],
  ]);
});

it('a week that the hundred classes do not reach is not shown as complete', () => {
  const full = withPlaces({ upcomingBookings: Array.from({ length: MAX_CLASSES }, () => booking(kai)) });
  const less = withPlaces({ upcomingBookings: full.upcomingBookings.slice(1) });
  expect(mayHaveMore(full, '2026-11-16')).toBe(true);
  expect(mayHaveMore(full, '2026-11-23')).toBe(true);
  expect(mayHaveMore(full, '2026-11-09')).toBe(false);
  expect(mayHaveMore(less, '2026-11-23')).toBe(false);
});
