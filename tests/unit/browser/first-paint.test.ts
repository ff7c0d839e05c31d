// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { waitForFirstPaint } from '#browser/first-paint.ts';

let isSeen = false;
let paint: () => void = () => undefined;
class Observer {
  static supportedEntryTypes = ['paint'];
  constructor(run: () => void) {
    paint = run;
  }
  observe = vi.fn();
  disconnect = vi.fn();
}

const isSettled = async (promise: Promise<void>) => {
  let isDone = false;
  void promise.then(() => (isDone = true));
  await vi.advanceTimersByTimeAsync(0);
  return isDone;
};

function browser(observer: unknown) {
  vi.useFakeTimers();
  isSeen = false;
  vi.stubGlobal('PerformanceObserver', observer);
  vi.spyOn(performance, 'getEntriesByName').mockImplementation(() =>
    isSeen ? [{} as PerformanceEntry] : [],
  );
}
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('waits until something is painted', async () => {
  browser(Observer);
  const answer = waitForFirstPaint();
  paint();
  expect(await isSettled(answer)).toBe(false);
  isSeen = true;
  paint();
  expect(await isSettled(answer)).toBe(true);
});

it('nothing waits if the page is already painted or the browser cannot tell', async () => {
  browser(Observer);
  isSeen = true;
  expect(await isSettled(waitForFirstPaint())).toBe(true);
  isSeen = false;
  vi.stubGlobal('PerformanceObserver', { supportedEntryTypes: [] });
  expect(await isSettled(waitForFirstPaint())).toBe(true);
});

it('waits at most a second in a hidden tab', async () => {
  browser(Observer);
  const answer = waitForFirstPaint();
  await vi.advanceTimersByTimeAsync(999);
  expect(await isSettled(answer)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isSettled(answer)).toBe(true);
});
