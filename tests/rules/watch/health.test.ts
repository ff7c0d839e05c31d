import { beforeEach, expect, it } from 'vitest';
import { createHealth } from '#features/watch/health.ts';

let now = 0;
let health = createHealth(() => now);
beforeEach(() => {
  now = 1_000_000;
  health = createHealth(() => now);
});
const wait = (ms: number) => (now += ms);

it('a page is calm, monitored after an error, and calm again five minutes later', () => {
  expect(health.mode()).toBe('calm');
  expect(health.note()).toBe(1);
  expect(health.mode()).toBe('watched');
  wait(299_999);
  expect(health.mode()).toBe('watched');
  wait(1);
  expect(health.mode()).toBe('calm');
});

it.each([
  [29_999, 2],
  [30_000, 1],
])('an error %i ms after another is number %i in a row', (ms, nth) => {
  health.note();
  wait(ms);
  expect(health.note()).toBe(nth);
});

it('recovery mode starts at the third error in a row, not at the second', () => {
  health.note();
  health.note();
  expect(health.mode()).toBe('watched');
  health.note();
  expect(health.mode()).toBe('degraded');
});

it('recovery mode ends after five minutes, not before', () => {
  for (let n = 0; n < 3; n++) health.note();
  wait(299_999);
  expect(health.mode()).toBe('degraded');
  wait(1);
  expect(health.mode()).toBe('calm');
});

it('recovery mode continues while errors in a row remain, and ends afterwards', () => {
  for (let n = 0; n < 3; n++) health.note();
  wait(290_000);
  health.note();
  wait(10_000);
  expect(health.mode()).toBe('degraded');
  wait(20_000);
  expect(health.mode()).toBe('watched');
});

it('a burst of errors causes one recovery', () => {
  for (let n = 0; n < 3_000; n++, wait(1)) health.note();
  expect(health.mode()).toBe('degraded');
  wait(300_000);
  expect(health.mode()).toBe('calm');
});
