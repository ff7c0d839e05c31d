import { watch } from '#config/watch.ts';

/** The state of a page. `watched` means that errors occurred, and that the page is monitored until they stop. */
export type Mode = 'calm' | 'watched' | 'degraded';

/** Creates the store of a page's health, which follows from its errors (spec 1 §4). `now` is in milliseconds. */
export function createHealth(now: () => number) {
  let count = 0;
  let last = -Infinity;
  let since: number | null = null;

  const consecutiveErrors = (): number => (now() - last < watch.COOLDOWN_MS ? count : 0);

  return {
    consecutiveErrors,
    /** Counts an error and returns how many occurred in a row. */
    note(): number {
      count = consecutiveErrors() + 1;
      last = now();
      if (count >= watch.ERRORS_MAX) since ??= last;
      return count;
    },
    mode(): Mode {
      if (since !== null && now() - since >= watch.DEGRADED_MS && consecutiveErrors() === 0) since = null;
      if (since !== null) return 'degraded';
      return now() - last < watch.DEGRADED_MS ? 'watched' : 'calm';
    },
  };
}
export type PageHealth = ReturnType<typeof createHealth>;
