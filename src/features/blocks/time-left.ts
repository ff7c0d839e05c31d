const MINUTE_MS = 60_000;

/** Returns the time that is left, rounded up. Returns null once the end has passed. */
export function timeLeft(end: number, now: number): { days: number; hours: number; minutes: number } | null {
  if (end <= now) return null;
  const minutes = Math.ceil((end - now) / MINUTE_MS);
  return { days: Math.floor(minutes / 1440), hours: Math.floor(minutes / 60) % 24, minutes: minutes % 60 };
}
