import { expect, it, vi } from 'vitest';
import { clockMessage, createHoldClock, markPassed, secondsLeft } from '#features/checkout/order/hold.ts';
import { order } from '#support/unit/examples.ts';

const MINUTE = 60_000;

it('counts down by the server’s clock, even if the browser’s is wrong', () => {
  const wrong = Date.parse('2031-01-01T00:00:00Z');
  expect(secondsLeft(order(), wrong, wrong)).toBe(30 * 60);
  expect(secondsLeft(order(), wrong, wrong + 10 * MINUTE)).toBe(20 * 60);
  expect(secondsLeft(order(), wrong, wrong + 31 * MINUTE)).toBe(0);
  expect(secondsLeft(order({ hold_expires_at: null }), wrong, wrong)).toBeNull();
});

it.each([
  [601, 600, 10],
  [600, 599, null],
  [301, 300, 5],
  [61, 60, 1],
  [1000, 200, 5],
  [null, 500, null],
])('passing from %s to %i seconds announces the minute %s', (before, after, mark) =>
  expect(markPassed(before, after)).toBe(mark),
);

it.each([
  [1662, '27:42'],
  [60, '1:00'],
  [9, '0:09'],
])('%i seconds are shown as %s', (seconds, words) => expect(clockMessage(seconds)).toBe(words));

it('shows the remaining share of the whole hold, also after a reload and after an extension', () => {
  const clock = createHoldClock({ now: () => 0, onEnd: vi.fn(), onWarn: vi.fn() });
  const until = (minutes: number) =>
    order({ hold_expires_at: new Date(Date.parse(order().server_time) + minutes * MINUTE).toISOString() });
  const share = () => (clock.$left.get() ?? 0) / clock.$length.get();
  clock.set(until(6));
  expect(share()).toBe(0.2);
  clock.set(until(33));
  expect(share()).toBe(1);
  clock.set({ ...until(6), hold_minutes: 12 });
  expect(share()).toBe(0.5);
});

it('announces 10, 5 and 1 minutes, warns from 5 minutes on, and ends once', () => {
  let now = 0;
  const onEnd = vi.fn();
  const onWarn = vi.fn();
  const clock = createHoldClock({ now: () => now, onEnd, onWarn });
  const announced: (number | null)[] = [];
  clock.$announced.listen((minutes) => announced.push(minutes));
  clock.set(order());
  for (now = 1000; now <= 31 * MINUTE; now += 1000) clock.tick();
  expect(announced).toEqual([10, 5, 1]);
  expect(onWarn).toHaveBeenCalledTimes(5 * 60);
  expect(onEnd).toHaveBeenCalledTimes(1);
});
