import { openCampDays } from '#features/staff/schedule/cancel-days/model.ts';
import { describe, expect, test } from 'vitest';
import type { ScheduleItem, SiteState, SoldAs, WeekPlan } from '#contract/management-schedule.ts';
import { consequenceLines } from '#features/staff/schedule/cancel-sessions/messages.ts';
import { monthMessages, valueMessage, weekMessages } from '#features/staff/schedule/messages.ts';
import {
  changesOf,
  columnsOf,
  daysOfMonth,
  differences,
  fillOf,
  mondayOf,
  monthOf,
  newCamp,
  nextClassDay,
  rosterDay,
  siteStatus,
  stepMonth,
  weekOf,
  withListState,
} from '#features/staff/schedule/model.ts';

const session = (more: Partial<ScheduleItem> = {}): ScheduleItem => ({
  kind: 'session',
  id: 's1',
  title: 'Red Otter A',
  team: 'red',
  location_id: 'l1',
  location: 'Somerset',
  coaches: [],
  first_day: '2026-11-28',
  last_day: '2026-11-28',
  starts_at: '',
  ends_at: '',
  has_begun: false,
  is_cancelled_by_us: false,
  reason: null,
  is_on_sale: true,
  sale_problem: null,
  sale_exception: null,
  capacity: 6,
  taken: 3,
  booked: 2,
  in_care: 2,
  coach_count: 0,
  waiting: 0,
  camp_day: null,
  cancelled_days: [],
  session: null,
  camp: null,
  ...more,
});
test.each([
  ['08:30', '17:00', '8.30 am to 5.00 pm, programme 9.00 am to 3.00 pm'],
  ['09:00', '15:00', '9.00 am to 3.00 pm'],
])('a camp from %s to %s says both its day and its programme, if they differ', (start, end, expected) => {
  const item = session({
    kind: 'camp',
    starts_at: '2026-11-30T01:00:00Z',
    ends_at: '2026-12-02T07:00:00Z',
    camp_day: { start, end },
    cancelled_days: [],
    camp: { session_time_start: '09:00', session_time_end: '15:00' } as ScheduleItem['camp'],
  });
  expect(weekMessages.hours(item)).toBe(expected);
});

const camp = (first_day: string, last_day: string) =>
  session({ kind: 'camp', id: first_day, first_day, last_day, location_id: 'l2' });

test.each([
  ['2026-11-23', '2026-11-23'],
  ['2026-11-29', '2026-11-23'],
  ['2026-03-01', '2026-02-23'],
])('the week of %s begins on %s', (day, monday) => expect(mondayOf(day)).toBe(monday));

test.each([
  ['2026-11-25', '2026-11-28'],
  ['2026-11-28', '2026-11-29'],
  ['2026-12-05', '2026-12-06'],
])('on %s a new class is for %s', (today, day) => expect(nextClassDay('2026-11-23', today)).toBe(day));

test.each([
  ['2026-12', '2026-11-30', '2027-01-03'],
  ['2027-02', '2027-02-01', '2027-02-28'],
  ['2026-08', '2026-07-27', '2026-09-06'],
])('%s is shown from %s to %s', (month, from, until) => expect(daysOfMonth(month)).toEqual({ from, until }));

test('a line of a month says the hour of a session, and the days of a camp with the hour when it begins', () => {
  const starts_at = '2026-11-28T02:30:00Z';
  expect(monthMessages.item(session({ starts_at }))).toBe('10.30 am Red Otter A, Somerset');
  const item = session({
    kind: 'camp',
    title: 'Spark Camp',
    first_day: '2026-11-30',
    last_day: '2026-12-02',
    camp_day: { start: '08:30', end: '17:00' },
    cancelled_days: [],
  });
  expect(monthMessages.item(item)).toBe('Spark Camp, Somerset, 30 Nov – 2 Dec, from 8.30 am');
  expect(monthMessages.fill(session({ taken: 6, booked: 5 }))).toBe('5 of 6, full');
  expect(monthMessages.title('2026-12')).toBe('December 2026');
});

test.each([
  ['before', '2026-12-06', '2026-12-07', ['2026-12-07', '2026-12-09']],
  ['on its second day', '2026-12-08', '2026-12-08', ['2026-12-09']],
  ['after', '2026-12-10', '2026-12-07', []],
])(
  '%s, a camp of three days leads to the roster of a day, and to the days left to cancel',
  (_when, today, day, open) => {
    const camp = session({
      kind: 'camp',
      first_day: '2026-12-07',
      last_day: '2026-12-09',
      has_begun: today >= '2026-12-07',
    });
    expect(rosterDay(camp, today)).toBe(day);
    const cancelled = { day: '2026-12-08', reason: 'Haze', money: 'refund', instead: null } as const;
    expect(openCampDays({ ...camp, cancelled_days: [cancelled] }, today)).toEqual(open);
  },
);

test('the next month after December is in the next year', () =>
  expect([stepMonth('2026-12', 1), stepMonth('2027-01', -1), stepMonth('2027-01', 1)]).toEqual([
    '2027-01',
    '2026-12',
    '2027-02',
  ]));

test('a month has each camp in the weeks when it takes place, at one location or at all', () => {
  const items = [session(), camp('2026-11-27', '2026-12-02')];
  const campsOf = (location: string) =>
    monthOf('2026-12', items, location).map(({ camps }) => camps.map(({ from, until }) => [from, until]));
  expect(campsOf('')).toEqual([[[1, 4]], [], [], [], []]);
  expect(campsOf('l1').flat()).toEqual([]);
});

test('a week has its sessions by day, and camps as far as they fall into it', () => {
  const week = weekOf(
    '2026-11-23',
    [session(), camp('2026-11-19', '2026-11-24'), camp('2026-11-27', '2026-12-02')],
    '',
  );
  expect(week.days.map(({ sessions }) => sessions.length)).toEqual([0, 0, 0, 0, 0, 1, 0]);
  expect(week.camps.map(({ from, until }) => [from, until])).toEqual([
    [1, 3],
    [5, 8],
  ]);
  expect(weekOf('2026-11-23', [session(), camp('2026-11-24', '2026-11-24')], 'l1').camps).toEqual([]);
});

test('cancelled sessions do not count as spots', () =>
  expect(fillOf([session(), session({ is_cancelled_by_us: true })])).toEqual({
    booked: 2,
    capacity: 6,
    held: 1,
  }));

describe('the status line about the site is right', () => {
  const site = (more: Partial<SiteState> = {}): SiteState => ({
    site: 'built',
    reason: null,
    built_at: '2026-11-25T10:00:00Z',
    started_at: '2026-11-25T09:59:00Z',
    wishes: 0,
    refused: [],
    ...more,
  });
  test.each([
    ['nothing changed', site(), null, 'built'],
    ['a rebuild is requested', site({ wishes: 1 }), null, 'waiting'],
    ['it is being built', site({ site: 'building', wishes: 1 }), null, 'building'],
    // The build was claimed but has not reported its start.
    ['changed after the last build began', site(), '2026-11-25T10:01:00Z', 'waiting'],
    ['built since', site({ started_at: '2026-11-25T10:02:00Z' }), '2026-11-25T10:01:00Z', 'built'],
    ['it failed', site({ site: 'failed' }), null, 'failed'],
  ])('if %s', (_, state, changedAt, line) => expect(siteStatus(state, changedAt).state).toBe(line));
});

test('a form sends only changed fields, and shows those that somebody else has changed', () => {
  const seen = { max_capacity: 4, coach_id: null, team_types: ['red'] };
  expect(changesOf(seen, { ...seen, max_capacity: 6, team_types: ['red'] })).toEqual({ max_capacity: 6 });
  expect(differences(seen, { ...seen, coach_id: 'k1' })).toEqual([
    { field: 'coach_id', was: null, is: 'k1' },
  ]);
  expect(valueMessage('k1', new Map([['k1', 'Coach Jo']]))).toBe('Coach Jo');
});

test('a new camp is of a published tier, with its days and teams', () => {
  const sold: SoldAs = {
    tier: 'ignite',
    title: 'Ignite Camp',
    price_cents: 89000,
    days: 5,
    min_age: 7,
    max_age: 12,
    teams: ['red', 'black'],
    rungs: [],
  };
  const plan: WeekPlan = {
    class_types: [],
    coaches: [],
    former_coaches: [],
    templates: [],
    seasons: [],
    planned_until: '2026-12-31',
    locations: [
      { id: 'l0', name: 'Closed', is_base: true, is_offered: false },
      { id: 'l2', name: 'East Coast', is_base: true, is_offered: true },
    ],
    tiers: [{ ...sold, tier: 'spark', title: null, price_cents: null }, sold],
  };
  expect(newCamp(plan, '2026-12-07')).toMatchObject({
    name: 'Ignite Camp',
    tier: 'ignite',
    team_types: ['red', 'black'],
    location_id: 'l2',
    start_date: '2026-12-07',
    end_date: '2026-12-11',
    capacity: 20,
  });
});

test('the consequences are stated in numbers, without those that are zero', () => {
  const none = { places: 1, bookings: 0, children: 0, families: 0, unpaid: 0, held: 0, credits: 0 };
  const consequences = { ...none, refunds: 0, refund_cents: 0, choices: 0, waiting: 0, mails: 0, phones: 0 };
  expect(consequenceLines(consequences, false)).toEqual(['No children booked.', 'No e-mails will go out.']);
  const lines = consequenceLines(
    {
      ...consequences,
      children: 3,
      families: 2,
      bookings: 3,
      credits: 1,
      refunds: 2,
      refund_cents: 7600,
      mails: 5,
      phones: 2,
    },
    true,
  );
  expect(lines.join(' ')).toContain('3 children from 2 families will lose a spot (3 bookings).');
  expect(lines.join(' ')).toContain('S$76 will be refunded, in 2 refunds.');
  expect(lines.join(' ')).toContain('5 e-mails will go out');
  expect(lines.at(-1)).toBe(
    '2 messages will also go to phones by WhatsApp or SMS, because something you are cancelling is today or begins within 12 hours.',
  );
});

test('a camp that has only one free day of the week gets a wider column', () => {
  const week = weekOf('2026-11-23', [session(), camp('2026-11-20', '2026-11-23')], '');
  expect(columnsOf(week)).toEqual([2, 1, 1, 1, 1, 3, 1]);
  expect(columnsOf(weekOf('2026-11-23', [camp('2026-11-23', '2026-11-27')], ''))).toEqual([
    1, 1, 1, 1, 1, 1, 1,
  ]);
});

test.each([
  ['without days', {}, { state: 'coming' }],
  [
    'for coming days',
    { from: '2026-12-03', until: '2026-12-09' },
    { from: '2026-12-03', until: '2026-12-09', state: 'coming' },
  ],
  [
    'for days that have passed',
    { from: '2026-11-20', until: '2026-11-20' },
    { from: '2026-11-20', until: '2026-11-20' },
  ],
  ['until a day that has passed', { until: '2026-11-20' }, { until: '2026-11-20' }],
  ['with a state of its own', { from: '2026-11-20', state: 'off' }, { from: '2026-11-20', state: 'off' }],
  ['of all years', { state: 'any', kind: 'camp' }, { kind: 'camp' }],
])('the list %s shows what it says', (_, filter, asked) => {
  expect(withListState(filter, '2026-12-02')).toEqual(asked);
});
