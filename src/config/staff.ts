/** Thresholds of staff screens, each once, with its unit; apart from `timing.ts`, which every page fetches. */
export const staffTiming = {
  /** The management's first view is read anew this often, while somebody looks. */
  REFRESH_MS: 60_000,
  /** While the site is built anew, the schedule asks this often whether it is. */
  SITE_REFRESH_MS: 5_000,
  /** An offer of the waitlist that lapses within this is about to. */
  LAPSES_SOON_MS: 7_200_000,
  /** What others marked at the roster is read this often, while somebody looks; a mark is sent at once. */
  ROSTER_REFRESH_MS: 20_000,
  /** How often it is tried while something waits on the device. */
  ROSTER_WAITING_MS: 5_000,
  /** What is known of health is read anew after this, so that a coach has what a parent told during the day. */
  ROSTER_HEALTH_MS: 300_000,
  /** A shared link is read again this often. */
  SHARED_ROSTER_REFRESH_MS: 60_000,
  /** Marks that wait for a network are of use until so long after their day (mark_roster takes them until then). */
  LATE_MARKS_MS: 43_200_000,
  /** A list is searched once the hand rests this long. */
  SEARCH_AFTER_MS: 250,
  /**
   * A file that has asked too often rests this long and asks again; the count is over after ten minutes (rate_rules).
   */
  FILE_WAIT_MS: 20_000,
  /** A mail is drawn anew once the hand rests this long. */
  PREVIEW_AFTER_MS: 900,
  /** A message whose mails are on their way is looked at again this often. */
  MESSAGE_REFRESH_MS: 10_000,
  /** While a parent tells us on their own phone, the sales desk asks this often whether they have. */
  DETAILS_REFRESH_MS: 3_000,
  /** What happens now is read again this often. */
  ACTIVITY_REFRESH_MS: 10_000,
  /** A picture goes up slowly in a park. */
  PICTURE_TIMEOUT_MS: 90_000,
} as const;
