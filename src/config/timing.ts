// Delays, distances and intervals with their units (spec 1 §9, spec 2 §9). The build writes the numbers where they
// are used (build/chunks.ts), so no page loads this file.

export const NAV_SOLID_PX = 20;
/** The sticky bar appears after a visitor has scrolled this many viewport heights. */
export const STICKY_BAR_VIEWPORTS = 1;
/** The mascot appears after a visitor has scrolled this many viewport heights. */
export const MASCOT_VIEWPORTS = 0.7;
/** The callout of the mascot appears after a visitor has scrolled this many viewport heights. */
export const CALLOUT_VIEWPORTS = 1.5;
export const MOBILE_MAX_PX = 768;
/** Popups that open automatically wait this long after the page has loaded. */
export const CAMPAIGN_DELAY_MS = 2_500;
export const WELCOME_DELAY_MS = 1_500;
export const MOBILE_GATE_DELAY_MS = 3_000;
export const INTRO_DELAY_MS = 600;
/** The shortest time between two popups that open automatically. */
export const INTERRUPTION_GAP_MS = 20_000;
/** The interval at which a waiting popup checks whether its turn has come. */
export const POPUP_TURN_CHECK_MS = 1_000;
/**
 * A visitor seems to leave if the pointer is this close to the top, or if the page is scrolled up to above this
 * position.
 */
export const EXIT_POINTER_PX = 50;
export const EXIT_SCROLL_PX = 100;
/** The chat launcher appears after this time or after this scroll distance. The delays below count from then. */
export const LAUNCHER_DELAY_MS = 10_000;
export const LAUNCHER_VIEWPORTS = 0.5;
export const LAUNCHER_PULSE_MS = 5_000;
export const TEASER_DELAY_MS = 8_000;
export const TEASER_SHOWN_MS = 5_000;
/** Social proof starts after a visitor has scrolled this many viewport heights (spec 2 §4). */
export const PROOF_VIEWPORTS = 0.8;
/** The number of toasts. */
export const PROOF_TOASTS = 5;
/** The interval between two toasts. */
export const PROOF_EVERY_MS = 12_000;
/** The time for which a toast is shown. */
export const PROOF_SHOWN_MS = 4_000;
export const PROOF_SIMULATED = 50;
/** The interval at which viewers are counted. */
export const VIEWERS_EVERY_MS = 30_000;
/** Smaller numbers of viewers are not shown (spec 2 §4, decisions "Truth in selling"). */
export const VIEWERS_FROM = 2;
/** The pause between choosing a team or session and the next step. */
export const AUTO_ADVANCE_MS = 300;
export const AVAILABILITY_REFRESH_MS = 20_000;
/** A session is orange up to the first number of free spots, yellow up to the second, and green above. */
export const SPOTS_LAST = 2;
export const SPOTS_FEW = 4;
/** “Add another camp” counts for choices within this time. */
export const ADDING_MS = 30 * 60_000;
export const CALL_TIMEOUT_MS = 12_000;
/** After this time without the language model's answer, the search's answer is shown. */
export const MODEL_WAIT_MS = 2_500;
/** A payment waits at most this long for its conversion data. */
export const CONVERSION_WAIT_MS = 1_000;
/** A call waits at most this long for the session to be renewed. The renewal continues in the background. */
export const SESSION_RENEWAL_WAIT_MS = 6_000;
/** Creating a payment also calls Stripe, which may take longer. */
export const PAYMENT_TIMEOUT_MS = 25_000;
/** The remaining minutes of a hold at which a screen reader announces it. */
export const HOLD_ANNOUNCE_MINUTES = [10, 5, 1] as const;
/** The remaining minutes of a hold at which the page warns, and extends the hold if the form is in use. */
export const HOLD_WARN_MINUTES = 5;
/** A form counts as in use for this long after the last key press. */
export const FORM_IN_USE_MS = 120_000;
/** The checkout form's draft is saved this long after the last key press. */
export const DRAFT_SAVE_MS = 250;
/** Other half-filled forms are saved this long after the last key press. */
export const FORM_SAVE_MS = 1_500;
export const CLOCK_TICK_MS = 1_000;
/** How long the simulated early-bird countdown lasts from the first visit, in hours (spec 2 §4). */
export const COUNTDOWN_HOURS = 72;
/** The coach carousel advances at this interval (spec 2 §9). */
export const COACH_AUTOPLAY_MS = 4_000;
/** A section counts as seen when this share of it is in view (spec 2 §9). */
export const SECTION_VIEW_SHARE = 0.5;
/** Live data are requested when the element that shows them is this close to the viewport. */
export const NEAR_VIEW_PX = 400;
/** The number of characters of an answer that show while it is closed (spec 2 §2). */
export const FAQ_PREVIEW_CHARS = 140;
/** The number of questions that are shown before "More Questions". */
export const FAQ_FIRST = 3;
/** The success page asks at this interval whether the order was paid. */
export const PAYMENT_POLL_MS = 2_000;
/** After this time, the success page says that nothing was paid. */
export const PAYMENT_POLL_LIMIT_MS = 30_000;
/** The page of a link to pay, and the page of the parent who sent it, check for the payment at this interval. */
export const PAYMENT_LINK_REFRESH_MS = 15_000;
/** For this long, a child that was removed from a checkout can be put back. */
export const UNDO_MS = 10_000;
/** The sign-in service refuses another e-mail before this time (`max_frequency` of supabase/config.toml). */
export const MAIL_AGAIN_S = 60;
/** Family data count as fresh for this long (spec 1 §9). */
export const FAMILY_FRESH_MS = 300_000;
/** A failed read of family data is repeated once after this delay. */
export const FAMILY_RETRY_MS = 800;
/** While the device is offline, the last week that was read is shown up to this age. */
export const FAMILY_CACHE_DAYS = 14;
/** The time limit for uploading a 5 MB photo, which may be slow in a park. */
export const PHOTO_TIMEOUT_MS = 60_000;
/** A session token is renewed if it ends within this time (spec 1 §4). */
export const SESSION_REFRESH_S = 90;
