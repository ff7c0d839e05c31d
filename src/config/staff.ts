/** Delays and intervals of staff screens, with their units. They are not in `timing.ts`, which every page loads. */
export const staffTiming = {
  REFRESH_MS: 60_000,
  SITE_REFRESH_MS: 5_000,
  /** A waitlist offer that ends within this time is marked as about to lapse. */
  LAPSES_SOON_MS: 7_200_000,
  /**
   * The interval at which a visible roster reads what other coaches marked. Marks made on this device are sent at
   * once.
   */
  ROSTER_REFRESH_MS: 20_000,
  ROSTER_WAITING_MS: 5_000,
  /** The time after which health details are read again, so that a coach sees what a parent added during the day. */
  ROSTER_HEALTH_MS: 300_000,
  SHARED_ROSTER_REFRESH_MS: 60_000,
  /**
   * The time after the end of the day during which marks that waited for a network are accepted (`mark_roster`
   * enforces it).
   */
  LATE_MARKS_MS: 43_200_000,
  /** The time after the end of the day during which photos are accepted (`start_camp_photo` enforces it). */
  LATE_PHOTOS_MS: 86_400_000,
  /** The pause after the last key press before a search starts. */
  SEARCH_AFTER_MS: 250,
  /** The pause after too many requests. Their limit resets after ten minutes (rate_rules). */
  FILE_WAIT_MS: 20_000,
  /** The pause after the last key press before the preview of an e-mail is rendered. */
  PREVIEW_AFTER_MS: 900,
  MESSAGE_REFRESH_MS: 10_000,
  /** The time after sending during which the page of a message reads delivery reports. */
  MESSAGE_REPORTS_MS: 600_000,
  /** The interval at which the sales desk checks whether a parent has filled in the details on their phone. */
  DETAILS_REFRESH_MS: 3_000,
  ACTIVITY_REFRESH_MS: 10_000,
  /** The time limit for uploading a picture, which may be slow in a park. */
  PICTURE_TIMEOUT_MS: 90_000,
} as const;
