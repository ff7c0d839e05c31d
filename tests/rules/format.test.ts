import { describe, expect, test } from 'vitest';
import {
  formatClock,
  formatDate,
  formatDay,
  formatLastMoment,
  formatMoment,
  formatMoney,
  formatSessions,
  formatTime,
  timeOf,
} from '#contract/format.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { plural } from '#contract/plural.ts';
import { momentOf } from '#domain/dates.ts';
import { toE164 } from '#domain/phone.ts';

test.each([
  [0, 'S$0'],
  [5, 'S$0.05'],
  [69_700, 'S$697'],
  [54_950, 'S$549.50'],
  [129_700, 'S$1,297'],
  [-5_000, '−S$50'],
])('%i cents reads %s', (cents, text) => expect(formatMoney(cents)).toBe(text));

test.each([
  ['2026-11-28', 'Sat 28 Nov 2026'],
  ['2026-09-01', 'Tue 1 Sep 2026'],
  ['2027-06-30', 'Wed 30 Jun 2027'],
  ['2028-02-29', 'Tue 29 Feb 2028'],
])('the date %s reads %s', (date, text) => expect(formatDate(date)).toBe(text));

test('a date can omit its year and its weekday', () => {
  expect(formatDate('2026-11-28', { year: false })).toBe('Sat 28 Nov');
  expect(formatDay('2026-09-01')).toBe('1 Sep 2026');
  expect(formatDay('2026-09-01', { year: false })).toBe('1 Sep');
});

test.each([
  [0, '0 children', '0 sessions'],
  [1, '1 child', '1 session'],
  [18, '18 children', '18 sessions'],
])('the number %i is counted as %s and %s', (count, children, sessions) => {
  expect(plural(count, 'child', 'children')).toBe(children);
  expect(formatSessions(count)).toBe(sessions);
});

test.each([
  ['10:30:00', '10.30 am'],
  ['09:00', '9.00 am'],
  ['12:00:00', '12.00 pm'],
  ['00:05', '12.05 am'],
  ['17:45', '5.45 pm'],
])('the time %s reads %s', (time, text) => expect(formatTime(time)).toBe(text));

describe('a time in Singapore', () => {
  test.each([
    ['2026-11-21T02:36:00.000Z', 'Sat 21 Nov 2026, 10.36 am'],
    ['2026-11-20T16:00:00Z', 'Sat 21 Nov 2026, 12.00 am'],
    ['2026-12-31T20:59:59+00:00', 'Fri 1 Jan 2027, 4.59 am'],
  ])('at %s reads %s', (moment, text) => expect(formatMoment(moment)).toBe(text));

  test.each([
    ['2026-11-20T16:00:00Z', 'the end of Fri 20 Nov 2026'],
    ['2026-11-20T16:01:00Z', 'Sat 21 Nov 2026, 12.01 am'],
    ['2026-11-21T02:36:00.000Z', 'Sat 21 Nov 2026, 10.36 am'],
  ])('until %s is shown as until %s', (moment, text) => expect(formatLastMoment(moment)).toBe(text));

  test('can be shown without its date', () => expect(formatClock('2026-11-28T03:30:00Z')).toBe('11.30 am'));

  test.each(['00:00', '09:05', '10:30:00', '23:59'])('can be read back: %s', (time) => {
    const moment = momentOf('2026-11-28', time);
    expect(timeOf(moment)).toBe(time.slice(0, 5));
    expect(formatMoment(moment)).toMatch(/^Sat 28 Nov 2026/);
    expect(Date.parse(moment)).not.toBeNaN();
  });
});

test.each([
  ['+6591234567', '+65 9123 4567'],
  ['+442079460958', '+44 207 946 0958'],
  ['+12125550123', '+1 212 555 0123'],
  ['+8613812345678', '+86 138 1234 5678'],
  ['+85223456789', '+852 2345 6789'],
  ['+4930123456', '+49 3012 3456'],
  ['', ''],
  ['9123 4567', '9123 4567'],
])('the number %s reads %s, and is read back as the same', (e164, text) => {
  expect(formatPhone(e164)).toBe(text);
  if (e164.startsWith('+')) expect(toE164(text)).toBe(e164);
});

test('a number that our forms would refuse is not changed by formatting', () => {
  expect(toE164(formatPhone('+6511112222'))).toBe('+6511112222');
  expect(formatPhone('ask Mum')).toBe('ask Mum');
  expect(toE164('ask Mum')).toBe('ask Mum');
});
