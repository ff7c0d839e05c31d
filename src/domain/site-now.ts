/** A preview as on another day sets this, for the server's pages and for the browser's (`src/content/preview`). */
const clock = Symbol.for('site-now');
interface Clock {
  [clock]?: () => number | undefined;
}

/** Now, or in a preview the moment that was chosen. Everything that a build shows by date asks here. */
export const siteNow = (): Date => new Date((globalThis as Clock)[clock]?.() ?? Date.now());

export function setSiteClock(read: () => number | undefined): void {
  (globalThis as Clock)[clock] = read;
}
