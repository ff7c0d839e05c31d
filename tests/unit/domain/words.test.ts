import { afterEach, describe, expect, it } from 'vitest';
import {
  addDays,
  ageOn,
  dateFrom,
  formatDate,
  formatMoment,
  formatTime,
  today,
  weekdayOf,
} from '../../../src/domain/dates.ts';
import { formatMoney } from '../../../src/domain/money.ts';
import { whatsappLink } from '../../../src/domain/whatsapp.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

describe.each([
  ['Asia/Singapore', -480],
  ['America/New_York', 300],
  ['Pacific/Kiritimati', -840],
])('on a device in %s', (name, offset) => {
  it('dates and times are those of Singapore', () => {
    process.env['TZ'] = name;
    const evening = new Date('2026-11-20T16:30:00Z');
    expect(evening.getTimezoneOffset()).toBe(offset);

    expect(today(evening)).toBe('2026-11-21');
    expect(formatDate('2026-11-21')).toBe('Sat 21 Nov 2026');
    expect(formatDate('2026-09-05')).toBe('Sat 5 Sep 2026');
    expect(formatMoment('2026-11-20T16:30:00Z')).toBe('Sat 21 Nov 2026, 12.30 am');
    expect(weekdayOf('2026-11-22')).toBe('Sunday');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2026-11-01', -1)).toBe('2026-10-31');
  });
});

it.each([
  ['10:30:00', '10.30 am'],
  ['09:00', '9.00 am'],
  ['12:00', '12.00 pm'],
  ['00:05', '12.05 am'],
  ['16:30:00', '4.30 pm'],
])('%s reads %s', (time, words) => expect(formatTime(time)).toBe(words));

it.each([
  [54900, 'S$549'],
  [4175, 'S$41.75'],
  [129700, 'S$1,297'],
  [0, 'S$0'],
  [5, 'S$0.05'],
])('%i cents read %s', (cents, words) => expect(formatMoney(cents)).toBe(words));

it.each([
  [14, 3, 2018, '2018-03-14'],
  [29, 2, 2020, '2020-02-29'],
  [29, 2, 2019, null],
  [31, 4, 2018, null],
  [1, 13, 2018, null],
  [1, 1, 18, null],
])('day %i month %i year %i is %s', (day, month, year, date) =>
  expect(dateFrom(day, month, year)).toBe(date),
);

it.each([
  ['2018-11-21', '2026-11-21', 8],
  ['2018-11-22', '2026-11-21', 7],
  ['2020-02-29', '2026-02-28', 5],
])('born %s is, on %s, %i', (born, date, years) => expect(ageOn(born, date)).toBe(years));

it('a chat carries its text', () => {
  expect(whatsappLink('+65 8000 0000', 'Hello & thanks')).toBe(
    'https://wa.me/6580000000?text=Hello%20%26%20thanks',
  );
});
