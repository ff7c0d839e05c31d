/** A page without errors does not load these limits (spec 1 §4, §9). Delays are in milliseconds. */
export const recoveryLimits = {
  HEALTH_EVERY_MS: 30_000,
  BANNER_POLL_MS: 5_000,
  BADGE_POLL_MS: 10_000,
  /**
   * A tooltip appears after the first delay. If another tooltip was visible within the second time, it
   * appears at once.
   */
  TOOLTIP_DELAY_MS: 700,
  TOOLTIP_SKIP_MS: 300,
  /** Caches and storage are cleared at most this often, however many errors occur. */
  CLEAR_EVERY_MS: 30_000,
  /**
   * The page reloads after the first delay when it repaired itself, and after the second when the user
   * asked for it.
   */
  RELOAD_MS: 1_000,
  MANUAL_RELOAD_MS: 2_000,
} as const;
