// @vitest-environment happy-dom
/** When a page reads again by itself. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refreshWhileVisible } from '#browser/refresh.ts';

let answers = true;
let everyMs = 20_000;
let read = vi.fn<() => Promise<boolean>>();
let stop: () => void = () => undefined;
const isBack = () => window.dispatchEvent(new Event('online'));
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

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

it('as often as it is told, which may change, and not after its end', async () => {
  await after(19_000);
  expect(read).not.toHaveBeenCalled();
  await after(1_000);
  expect(read).toHaveBeenCalledTimes(1);
  everyMs = 5_000;
  await after(15_000);
  expect(read).toHaveBeenCalledTimes(4);
  stop();
  isBack();
  await after(60_000);
  expect(read).toHaveBeenCalledTimes(4);
});

it('not while nobody looks, and at once when somebody comes back to it later than that', async () => {
  show('hidden');
  await after(60_000);
  expect(read).not.toHaveBeenCalled();
  show('visible');
  expect(read).toHaveBeenCalledTimes(1);
  show('hidden');
  await after(5_000);
  show('visible');
  expect(read).toHaveBeenCalledTimes(1);
});

it('with the network back, and again after one, two and four seconds until it answers', async () => {
  answers = false;
  isBack();
  expect(read).toHaveBeenCalledTimes(1);
  await after(1_000);
  expect(read).toHaveBeenCalledTimes(2);
  await after(2_000);
  expect(read).toHaveBeenCalledTimes(3);
  answers = true;
  await after(4_000);
  expect(read).toHaveBeenCalledTimes(4);
  // From then on as often as before; so is what fails by itself.
  answers = false;
  await after(19_000);
  expect(read).toHaveBeenCalledTimes(4);
  await after(11_000);
  expect(read).toHaveBeenCalledTimes(5);
});

it('once what began without the network has ended', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  read.mockReturnValueOnce(promise);
  await after(20_000);
  isBack();
  await after(100);
  expect(read).toHaveBeenCalledTimes(1);
  resolve(false);
  await after(0);
  expect(read).toHaveBeenCalledTimes(2);
});
