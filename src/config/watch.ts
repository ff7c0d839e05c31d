/** Limits and intervals of the watcher, which runs on every page (spec 1 §4, §9; spec 2 §9). */
export const watch = {
  /**
   * This many errors in a row count as a system problem. Each must follow the previous one within
   * the cooldown.
   */
  ERRORS_MAX: 3,
  COOLDOWN_MS: 30_000,
  /** The time after which recovery mode ends, unless errors in a row continue. */
  DEGRADED_MS: 300_000,
  /** The interval at which reports are sent. */
  EVERY_MS: 30_000,
  /** At most this many errors wait while their handler cannot be loaded. */
  MAX_PENDING: 20,
  /** The scroll depths, in per cent of the page's height, at which an event is recorded. */
  SCROLL_MARKS: [25, 50, 75, 100],
  /** The visible times in seconds at which an event is recorded. */
  TIME_MARKS_S: [30, 60, 120, 180],
  /** The share of page views of which web vitals are measured, if the visitor allowed statistics. */
  VITALS_SHARE: 0.5,
  /** The width below which a window counts as a phone. */
  PHONE_BELOW_PX: 768,
  /** The consent banner appears this long after the page has loaded. */
  CONSENT_AFTER_MS: 6_000,
  /** The delay of the banner if an earlier visit could not show it. */
  CONSENT_DUE_MS: 500,
} as const;
