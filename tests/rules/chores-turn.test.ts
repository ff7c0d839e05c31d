import { expect, test } from 'vitest';
import { MAX_ASKED, turnOf } from '#functions/error-monitor/list-turns.ts';

const minute = (n: number) => new Date(Date.UTC(2026, 10, 30, 4, n));
const list = Array.from({ length: 2 * MAX_ASKED + 5 }, (_, index) => index);

test.each([
  [60, [0, 1, 2]],
  [600, [0, 10, 20]],
])('calls every %i seconds together reach every entry of a long list once', (everySeconds, minutes) => {
  const turns = minutes.map((n) => turnOf(list, minute(n), everySeconds));
  for (const turn of turns) expect(turn.length).toBeLessThanOrEqual(MAX_ASKED);
  expect(turns.flat().toSorted((a, b) => a - b)).toEqual(list);
});

test('a short list is done as a whole in each call', () => {
  for (const n of [0, 1, 2]) expect(turnOf([1, 2, 3], minute(n))).toEqual([1, 2, 3]);
  expect(turnOf([], minute(0))).toEqual([]);
});
