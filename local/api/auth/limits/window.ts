export interface Limit {
  attempts: number;
  windowSeconds: number;
}

/**
 * Counts attempts per key in a sliding window. The counts are in memory, because the local stack has one API process.
 */
export function countWithin({ attempts, windowSeconds }: Limit, now: () => number = Date.now) {
  const attemptsByKey = new Map<string, number[]>();
  /** Counts one attempt and returns the seconds to wait, or 0 if it is allowed. Refused attempts do not count. */
  return (key: string): number => {
    const start = now() - windowSeconds * 1000;
    for (const [other, moments] of attemptsByKey)
      if ((moments.at(-1) ?? 0) <= start) attemptsByKey.delete(other);
    const recent = (attemptsByKey.get(key) ?? []).filter((moment) => moment > start);
    attemptsByKey.set(key, recent);
    const oldest = recent[0];
    if (recent.length >= attempts && oldest !== undefined) return Math.ceil((oldest - start) / 1000);
    recent.push(now());
    return 0;
  };
}
