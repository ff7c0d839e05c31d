/** Of what is done about errors, which a calm page does without (spec 1 §4, §9). Delays in milliseconds. */
export const recoveryLimits = {
  HEALTH_EVERY_MS: 30_000,
  BANNER_POLL_MS: 5_000,
  BADGE_POLL_MS: 10_000,
  /** A tooltip waits this long, and not at all within that time after the last one. */
  TOOLTIP_DELAY_MS: 700,
  TOOLTIP_SKIP_MS: 300,
  /** Caches and storage are cleared at most this often, however many errors come. */
  CLEAR_EVERY_MS: 30_000,
  /** A repair that was found loads the page anew after this; one that was asked for by hand after that. */
  RELOAD_MS: 1_000,
  MANUAL_RELOAD_MS: 2_000,
} as const;
