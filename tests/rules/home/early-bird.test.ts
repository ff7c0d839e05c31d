import { expect, it } from 'vitest';
import { endOf, hoursLeft, partsOf } from '#features/home/early-bird.ts';

const visit = Date.parse('2026-11-20T04:00:00Z');
const deadline = '2026-11-23T23:59:00+08:00';
const inThreeDays = Date.parse('2026-11-23T04:00:00Z');

it.each([
  ['real', deadline, Date.parse(deadline)],
  ['real', '', null],
  ['simulated', '', inThreeDays],
  // A real deadline takes precedence over a simulated one.
  ['simulated', deadline, Date.parse(deadline)],
  ['off', '', null],
  ['off', deadline, null],
] as const)('a countdown in mode %s with the deadline “%s” ends at %s', (source, until, end) =>
  expect(endOf(source, until, visit, 72)).toBe(end),
);

it.each([
  [inThreeDays, visit, '72.00'],
  [visit + 64.268 * 3_600_000, visit, '64.27'],
  [visit + 1, visit, '0.00'],
  [visit, visit, null],
  [visit, visit + 1, null],
])('at the start %s the time left at %s is %s hours', (end, now, words) =>
  expect(hoursLeft(end, now)).toBe(words),
);

it('the values are separated from the text between them', () =>
  expect(
    partsOf('{camp} {price}, usually {listed}: {days} days.', { camp: 'Spark', price: 'S$549' }),
  ).toEqual([
    { text: 'Spark', name: 'camp' },
    { text: ' ', name: null },
    { text: 'S$549', name: 'price' },
    { text: ', usually ', name: null },
    { text: '{listed}', name: null },
    { text: ': ', name: null },
    { text: '{days}', name: null },
    { text: ' days.', name: null },
  ]));
