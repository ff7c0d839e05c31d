import { expect } from 'vitest';

/** Waits for a condition, with patience for a busy machine: `await eventually(() => x).toBe(1)`. */
export function eventually<T>(read: () => T) {
  return expect.poll(read, { timeout: 15_000 });
}
