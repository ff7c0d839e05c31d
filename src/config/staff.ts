/** Delays and intervals of staff screens, with their units. Every page loads `timing.ts`, so these are separate. */
export const staffTiming = {
  REFRESH_MS: 60_000,
  SITE_REFRESH_MS: 5_000,
  /** A waitlist offer that ends within this time is marked as about to lapse. */
  LAPSES_SOON_MS: 7_200_000,
  /** A visible roster reads what other coaches marked at this interval. Marks made here are sent at once. */
  ROSTER_REFRESH_MS: 20_000,
  ROSTER_WAITING_MS: 5_000,
  /** Health details are read again after this time, so that a coach sees what a parent added during the day. */
  ROSTER_HEALTH_MS: 300_000,
  SHARED_ROSTER_REFRESH_MS: 60_000,
  /** Marks that wait for a network are accepted until this long after their day (`mark_roster` enforces it). */
  LATE_MARKS_MS: 43_200_000,
  /** A search starts this long after the last key press. */
  SEARCH_AFTER_MS: 250,
  /** A page waits this long after too many requests. The limit resets after ten minutes (rate_rules). */
  FILE_WAIT_MS: 20_000,
  /** The preview of an e-mail is rendered this long after the last key press. */
  PREVIEW_AFTER_MS: 900,
  MESSAGE_REFRESH_MS: 10_000,
  /** The page of a message keeps reading delivery reports for this long after it was sent. */
  MESSAGE_REPORTS_MS: 600_000,
  /** The sales desk checks at this interval whether a parent has filled in the details on their phone. */
  DETAILS_REFRESH_MS: 3_000,
  ACTIVITY_REFRESH_MS: 10_000,
  /** The upload of a picture may be slow in a park. */
  PICTURE_TIMEOUT_MS: 90_000,
} as const;
