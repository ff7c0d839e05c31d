/** Thresholds of the watcher on every page, with their units (spec 1 §4, §9; spec 2 §9). */
export const watch = {
  /** This many errors in a row, each within the cooldown of the one before, count as a system problem. */
  ERRORS_MOST: 3,
  COOLDOWN_MS: 30_000,
  /** Recovery mode ends after this time, if no errors in a row are left. */
  DEGRADED_MS: 300_000,
  /** Interval of sending reports. */
  EVERY_MS: 30_000,
  /** Maximum number of errors that wait while their handler cannot be loaded. */
  MAX_PENDING: 20,
  /** Scroll depth in percent of the page's height, and visible time in seconds. */
  SCROLL_MARKS: [25, 50, 75, 100],
  TIME_MARKS_S: [30, 60, 120, 180],
  /** Delay of the consent banner after the page; the shorter one applies if an earlier visit could not show it. */
  CONSENT_AFTER_MS: 6_000,
  CONSENT_DUE_MS: 500,
} as const;
