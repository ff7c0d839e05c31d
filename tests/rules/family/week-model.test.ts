/** Tests which days and appointments the plan of a week shows. */
import { expect, it } from 'vitest';
import {
  daysOf,
  mayHaveMore,
  mondayFrom,
  mondayOf,
  MAX_CLASSES,
  MAX_RECENT,
} from '#features/family/today/week/model.ts';
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

it('the days of this week that are over are shown as such, and may have had more', () => {
  const past = booking(kai, { session_date: '2026-11-18' });
  const shown = withPlaces({
    recentActivity: [past, booking(mira, { session_date: '2026-11-19', status: 'cancelled' })],
    pastCamps: [
      camp(mira, { camp: { ...camp(mira).camp, start_date: '2026-11-15', end_date: '2026-11-17' } }),
    ],
  });
  const seen = (one: typeof family) =>
    daysOf(one, '2026-11-16').map(({ day, entries, isOver, isSure }) => [
      day.slice(-2),
      entries.map(({ appointment: { child: name, kind } }) => `${name} ${kind}`).join(),
      isOver,
      isSure,
    ]);
  expect(seen(shown)).toEqual([
    ['16', 'Mira camp', true, true],
    ['17', 'Mira camp', true, true],
    ['18', 'Kai session', true, true],
    ['19', '', true, true],
    ['20', '', true, true],
    ['21', '', false, true],
    ['22', '', false, true],
  ]);
  // The latest bookings end on the 18th, so earlier days are not known, and neither is that day.
  const full = withPlaces({ recentActivity: Array.from({ length: MAX_RECENT }, () => past) });
  expect(seen(full).map(([, , , isSure]) => isSure)).toEqual([false, false, false, true, true, true, true]);
});

it('a party is on its day in Singapore', () => {
  const party = {
    id: 'p',
    title: 'Kai turns eight',
    starts_at: '2026-11-21T16:30:00Z',
    ends_at: '2026-11-21T18:00:00Z',
    place: 'Somerset',
    is_host: true,
    cancelled: false,
  };
  const days = daysOf(withPlaces({ parties: [party] }), '2026-11-16');
  expect(days.filter(({ parties }) => parties.length > 0).map(({ day }) => day)).toEqual(['2026-11-22']);
});

it('a day of this week is in the order of its hours', () => {
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
    daysOf(shown, '2026-11-16')
      .filter(({ isOver }) => !isOver)
      .map(({ day, entries }) => [
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
