/** Limits and intervals of the watcher, which runs on every page (spec 1 §4, §9; spec 2 §9). */
export const watch = {
  /** This many errors in a row, each within the cooldown of the previous error, count as a system problem. */
  ERRORS_MOST: 3,
  COOLDOWN_MS: 30_000,
  /** Recovery mode ends after this time, unless errors in a row continue. */
  DEGRADED_MS: 300_000,
  /** Reports are sent at this interval. */
  EVERY_MS: 30_000,
  /** At most this many errors wait while their handler cannot be loaded. */
  MAX_PENDING: 20,
  /** Scroll depths in percent of the page's height, and visible times in seconds, at which an event is recorded. */
  SCROLL_MARKS: [25, 50, 75, 100],
  TIME_MARKS_S: [30, 60, 120, 180],
  /** The share of page views of which web vitals are measured, if the visitor allowed statistics. */
  VITALS_SHARE: 0.5,
  /** Narrower windows count as phones. */
  PHONE_BELOW_PX: 768,
  /**
   * The consent banner appears this long after the page has loaded. The shorter delay applies if an earlier visit
   * could not show it.
   */
  CONSENT_AFTER_MS: 6_000,
  CONSENT_DUE_MS: 500,
} as const;
