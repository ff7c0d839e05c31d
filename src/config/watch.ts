/** The numbers of what watches every page, once, with their units (spec 1 §4, §9; spec 2 §9). */
export const watch = {
  /** So many errors in a row, each within the cooldown of the one before, are trouble of the system. */
  ERRORS_MOST: 3,
  COOLDOWN_MS: 30_000,
  /** Recovery mode ends after this, once no errors in a row are left. */
  DEGRADED_MS: 300_000,
  /** Reports are sent this often. */
  EVERY_MS: 30_000,
  /** Errors that wait at most while what deals with them cannot be fetched. */
  EARLY_MOST: 20,
  /** Shares of a page's height, in percent, and seconds before a visitor's eyes. */
  SCROLL_MARKS: [25, 50, 75, 100],
  TIME_MARKS_S: [30, 60, 120, 180],
  /**
   * The choice about statistics and ads comes this long after the page; at once where an earlier visit had no room for
   * it.
   */
  CONSENT_AFTER_MS: 6_000,
  CONSENT_DUE_MS: 500,
} as const;
