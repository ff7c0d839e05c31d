/** Limits of the error handling, which a page without errors does not load (spec 1 §4, §9). Delays in milliseconds. */
export const recoveryLimits = {
  HEALTH_EVERY_MS: 30_000,
  BANNER_POLL_MS: 5_000,
  BADGE_POLL_MS: 10_000,
  /** Delay of a tooltip; there is none within the second time after the last tooltip. */
  TOOLTIP_DELAY_MS: 700,
  TOOLTIP_SKIP_MS: 300,
  /** Caches and storage are cleared at most this often, regardless of the number of errors. */
  CLEAR_EVERY_MS: 30_000,
  /** Delay of the reload after an automatic repair, and after one that the user started. */
  RELOAD_MS: 1_000,
  MANUAL_RELOAD_MS: 2_000,
} as const;
