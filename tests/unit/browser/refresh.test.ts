// @vitest-environment happy-dom
/** A page refreshes its data automatically. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refreshWhileVisible } from '#browser/refresh.ts';

let answers = true;
let everyMs = 20_000;
let read = vi.fn<() => Promise<boolean>>();
let stop: () => void = () => undefined;
const isRestored = () => window.dispatchEvent(new Event('online'));
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function show(visibility: 'visible' | 'hidden'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers();
  [answers, everyMs] = [true, 20_000];
  read = vi.fn<() => Promise<boolean>>(() => Promise.resolve(answers));
  stop = refreshWhileVisible(read, () => everyMs);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('refreshes at the given interval, which may change, until it is stopped', async () => {
  await wait(19_000);
  expect(read).not.toHaveBeenCalled();
  await wait(1_000);
  expect(read).toHaveBeenCalledTimes(1);
  everyMs = 5_000;
  await wait(15_000);
  expect(read).toHaveBeenCalledTimes(4);
  stop();
  isRestored();
  await wait(60_000);
  expect(read).toHaveBeenCalledTimes(4);
});

it('a hidden page is not refreshed, but it is refreshed at once when it is visible after the interval', async () => {
  show('hidden');
  await wait(60_000);
  expect(read).not.toHaveBeenCalled();
  show('visible');
  expect(read).toHaveBeenCalledTimes(1);
  show('hidden');
  await wait(5_000);
  show('visible');
  expect(read).toHaveBeenCalledTimes(1);
});

it('refreshes when back online, and retries after one, two and four seconds', async () => {
  answers = false;
  isRestored();
  expect(read).toHaveBeenCalledTimes(1);
  await wait(1_000);
  expect(read).toHaveBeenCalledTimes(2);
  await wait(2_000);
  expect(read).toHaveBeenCalledTimes(3);
  answers = true;
  await wait(4_000);
  expect(read).toHaveBeenCalledTimes(4);
  // Afterwards the normal interval applies, and a failed refresh at an interval is not repeated early.
  answers = false;
  await wait(19_000);
  expect(read).toHaveBeenCalledTimes(4);
  await wait(11_000);
  expect(read).toHaveBeenCalledTimes(5);
});

it('refreshes after a request that began offline has ended', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  read.mockReturnValueOnce(promise);
  await wait(20_000);
  isRestored();
  await wait(100);
  expect(read).toHaveBeenCalledTimes(1);
  resolve(false);
  await wait(0);
  expect(read).toHaveBeenCalledTimes(2);
});
