import { expect, it } from 'vitest';
import { ageOn, dateFrom, formatTime } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { whatsappLink } from '#domain/whatsapp.ts';

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
])('a person born %s is, on %s, %i', (birthday, date, years) => expect(ageOn(birthday, date)).toBe(years));

it('a chat link contains its text', () => {
  expect(whatsappLink('+65 8000 0000', 'Hello & thanks')).toBe(
    'https://wa.me/6580000000?text=Hello%20%26%20thanks',
  );
});
