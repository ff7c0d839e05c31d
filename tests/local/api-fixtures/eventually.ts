import { expect } from 'vitest';

/** Waits up to 15 seconds for a condition, because the machine may be busy: `await eventually(() => x).toBe(1)`. */
export function eventually<T>(read: () => T) {
  return expect.poll(read, { timeout: 15_000 });
}
