/**
 * The name of the clock. A preview of another day sets it, for the server's pages and for the browser
 * (`src/content/preview`).
 */
const clock = Symbol.for('site-now');
interface Clock {
  [clock]?: () => number | undefined;
}

/** Returns the current time, or in a preview the chosen moment. Everything that a build shows by date uses this. */
export const siteNow = (): Date => new Date((globalThis as Clock)[clock]?.() ?? Date.now());

export function setSiteClock(read: () => number | undefined): void {
  (globalThis as Clock)[clock] = read;
}
