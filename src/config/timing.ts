/** Every threshold and delay of the browser's side, once, with its unit (spec 1 §9, spec 2 §9). */
export const timing = {
  /** The navigation turns solid beyond this scroll. */
  NAV_SOLID_PX: 20,
  /** The sticky bar comes in after this many viewport heights. */
  STICKY_BAR_VIEWPORTS: 1,
  /** Pause between choosing a team or session and the next step. */
  AUTO_ADVANCE_MS: 300,
  /** Availability is read again this often while the page is visible. */
  AVAILABILITY_REFRESH_MS: 20_000,
  /** Up to this many spots a session shows orange, then yellow, above green. */
  SPOTS_LAST: 2,
  SPOTS_FEW: 4,
  /** A call to the API gives up after this. */
  CALL_TIMEOUT_MS: 12_000,
  /** Creating a payment asks Stripe as well, which may take longer. */
  PAYMENT_TIMEOUT_MS: 25_000,
  /** A hold lasts this long when it is new: the whole of the clock's bar. */
  HOLD_MINUTES: 30,
  /** Minutes left on the hold at which a screen reader is told. */
  HOLD_ANNOUNCE_MINUTES: [10, 5, 1],
  /** From here on the page warns, and renews while the form is in use. */
  HOLD_WARN_MINUTES: 5,
  /** The form counts as in use this long after the last key. */
  FORM_IN_USE_MS: 120_000,
  /** The draft of the form is kept this long after the last key. */
  DRAFT_SAVE_MS: 250,
  CLOCK_TICK_MS: 1_000,
  /** The success page asks again this often, and for this long, before it says that nothing was paid. */
  PAYMENT_POLL_MS: 2_000,
  PAYMENT_POLL_LIMIT_MS: 30_000,
  /** A session token is renewed when it ends within this (spec 1 §4). */
  SESSION_REFRESH_S: 90,
} as const;
