/** Thresholds of staff screens with their units. They are separate from `timing.ts`, which every page loads. */
export const staffTiming = {
  REFRESH_MS: 60_000,
  SITE_REFRESH_MS: 5_000,
  /** A waitlist offer that lapses within this time is marked as about to lapse. */
  LAPSES_SOON_MS: 7_200_000,
  /** Interval at which the roster reads what other coaches marked, while it is visible; own marks are sent at once. */
  ROSTER_REFRESH_MS: 20_000,
  ROSTER_WAITING_MS: 5_000,
  /** Health details are read again after this time, so that a coach sees what a parent added during the day. */
  ROSTER_HEALTH_MS: 300_000,
  SHARED_ROSTER_REFRESH_MS: 60_000,
  /** Marks that wait for a network are accepted until this long after their day (mark_roster enforces it). */
  LATE_MARKS_MS: 43_200_000,
  /** A search starts this long after the last key. */
  SEARCH_AFTER_MS: 250,
  /** After too many requests; the limit resets after ten minutes (rate_rules). */
  FILE_WAIT_MS: 20_000,
  /** The preview of an e-mail is rendered this long after the last key. */
  PREVIEW_AFTER_MS: 900,
  MESSAGE_REFRESH_MS: 10_000,
  /** How long after sending a message its page keeps reading delivery reports. */
  MESSAGE_REPORTS_MS: 600_000,
  /** While a parent fills in the details on their phone, the sales desk checks this often whether they are done. */
  DETAILS_REFRESH_MS: 3_000,
  ACTIVITY_REFRESH_MS: 10_000,
  /** The upload of a picture may be slow in a park. */
  PICTURE_TIMEOUT_MS: 90_000,
} as const;
