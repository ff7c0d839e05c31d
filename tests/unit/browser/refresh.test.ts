// @vitest-environment happy-dom
/** When a roster is looked at again by itself. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repeat } from '../../../src/features/staff/roster/repeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('every twenty seconds, every five while something waits, and not after its end', async () => {
  const look = vi.fn<() => void>();
  let waits = false;
  const stop = repeat({ look, isWaiting: () => waits, running: () => null });
  await vi.advanceTimersByTimeAsync(19_000);
  expect(look).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(look).toHaveBeenCalledTimes(1);
  waits = true;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(look).toHaveBeenCalledTimes(4);
  stop();
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(look).toHaveBeenCalledTimes(4);
});

it('with the network back, once what began without it has ended', async () => {
  const look = vi.fn<() => void>();
  let end: () => void = () => undefined;
  const running = new Promise<void>((resolve) => {
    end = resolve;
  });
  const stop = repeat({ look, isWaiting: () => false, running: () => running });
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(100);
  expect(look).not.toHaveBeenCalled();
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(look).toHaveBeenCalledTimes(1);
  stop();
});
