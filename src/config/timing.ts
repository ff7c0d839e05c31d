// Every threshold and delay of the browser's side, once, with its unit (spec 1 §9, spec 2 §9). One by one: what a page
// does not use stays out of its script.

/** The navigation turns solid beyond this scroll. */
export const NAV_SOLID_PX = 20;
/** The sticky bar comes in after this many viewport heights. */
export const STICKY_BAR_VIEWPORTS = 1;
/** The mascot peeks in after this many viewport heights, and calls after that many; never up to this width. */
export const MASCOT_VIEWPORTS = 0.7;
export const CALLOUT_VIEWPORTS = 1.5;
export const MOBILE_MAX_PX = 768;
/** Popups that open by themselves wait this long after the page has loaded. */
export const WELCOME_DELAY_MS = 1_500;
export const MOBILE_GATE_DELAY_MS = 3_000;
export const INTRO_DELAY_MS = 600;
/** Exit intent: the pointer leaves this close to the top, or the page is scrolled up to above this. */
export const EXIT_POINTER_PX = 50;
export const EXIT_SCROLL_PX = 100;
/** The chat launcher comes after this time or scroll; from then on: end of its pulse, and its teaser. */
export const LAUNCHER_DELAY_MS = 10_000;
export const LAUNCHER_VIEWPORTS = 0.5;
export const LAUNCHER_PULSE_MS = 5_000;
export const TEASER_DELAY_MS = 8_000;
export const TEASER_SHOWN_MS = 5_000;
/** Social proof: begins after this scroll; so many toasts, one every so often, each so long (spec 2 §4). */
export const PROOF_VIEWPORTS = 0.8;
export const PROOF_TOASTS = 5;
export const PROOF_EVERY_MS = 12_000;
export const PROOF_SHOWN_MS = 4_000;
export const PROOF_SIMULATED = 50;
/** Viewers are counted again this often, and shown from this many on (spec 2 §4, decisions "Truth in selling"). */
export const VIEWERS_EVERY_MS = 30_000;
export const VIEWERS_FROM = 2;
/** Pause between choosing a team or session and the next step. */
export const AUTO_ADVANCE_MS = 300;
/** Availability is read again this often while the page is visible. */
export const AVAILABILITY_REFRESH_MS = 20_000;
/** Up to this many spots a session shows orange, then yellow, above green. */
export const SPOTS_LAST = 2;
export const SPOTS_FEW = 4;
/** A call to the API gives up after this. */
export const CALL_TIMEOUT_MS = 12_000;
/** Nobody waits longer for an answer of a language model: then the search's is shown. */
export const MODEL_WAIT_MS = 2_500;
/** A payment waits no longer for what may be told of it. */
export const CONVERSION_WAIT_MS = 1_000;
/** No call waits longer for the session's renewal, which goes on meanwhile. */
export const SESSION_RENEWAL_WAIT_MS = 6_000;
/** Creating a payment asks Stripe as well, which may take longer. */
export const PAYMENT_TIMEOUT_MS = 25_000;
/** Minutes left on the hold at which a screen reader is told. */
export const HOLD_ANNOUNCE_MINUTES = [10, 5, 1] as const;
/** From here on the page warns, and renews while the form is in use. */
export const HOLD_WARN_MINUTES = 5;
/** The form counts as in use this long after the last key. */
export const FORM_IN_USE_MS = 120_000;
/** The draft of the form is kept this long after the last key. */
export const DRAFT_SAVE_MS = 250;
/** A half-filled form is saved this long after the last key. */
export const FORM_SAVE_MS = 1_500;
export const CLOCK_TICK_MS = 1_000;
/** The simulated early-bird countdown, from the first visit (spec 2 §4). */
export const COUNTDOWN_HOURS = 72;
/** The coaches turn to the next one this often (spec 2 §9). */
export const COACH_AUTOPLAY_MS = 4_000;
/** A section counts as seen when this share of it is in view (spec 2 §9). */
export const SECTION_VIEW_SHARE = 0.5;
/** What is read live is asked for when it comes this near. */
export const NEAR_VIEW_PX = 400;
/** Of a question's answer this much is shown before it is opened, in characters (spec 2 §2). */
export const FAQ_PREVIEW_CHARS = 140;
/** Questions shown before More Questions. */
export const FAQ_FIRST = 3;
/** The success page asks again this often, and for this long, before it says that nothing was paid. */
export const PAYMENT_POLL_MS = 2_000;
export const PAYMENT_POLL_LIMIT_MS = 30_000;
/** No second mail of the sign-in service before this; it refuses one (`max_frequency` of supabase/config.toml). */
export const MAIL_AGAIN_S = 60;
/** Family data count as fresh for this long (spec 1 §9), and are asked for once more this long after a failure. */
export const FAMILY_FRESH_MS = 300_000;
export const FAMILY_RETRY_MS = 800;
/** Without a network the last week read is shown up to this age. */
export const FAMILY_KEPT_DAYS = 14;
/** A photo of 5 MB goes up slowly in a park. */
export const PHOTO_TIMEOUT_MS = 60_000;
/** A session token is renewed when it ends within this (spec 1 §4). */
export const SESSION_REFRESH_S = 90;
