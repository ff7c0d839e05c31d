/** Limits that a page without errors does not load (spec 1 §4, §9). Delays are in milliseconds. */
export const recoveryLimits = {
  HEALTH_EVERY_MS: 30_000,
  BANNER_POLL_MS: 5_000,
  BADGE_POLL_MS: 10_000,
  /** The delay before a tooltip appears. */
  TOOLTIP_DELAY_MS: 700,
  /** If another tooltip was visible within this time, a tooltip appears at once. */
  TOOLTIP_SKIP_MS: 300,
  /** The shortest time between two times that caches and storage are cleared, even if there are many errors. */
  CLEAR_EVERY_MS: 30_000,
  /** The delay before the page reloads after it repaired itself. */
  RELOAD_MS: 1_000,
  /** The delay before the page reloads if the user asked for it. */
  MANUAL_RELOAD_MS: 2_000,
} as const;
