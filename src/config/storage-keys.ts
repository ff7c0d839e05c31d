import { brand } from './brand.ts';

// Prefixed with the brand's name, except for those that the specification names (spec 1 §2). Separate constants, so
// that a page's script contains only those it uses.

export const cart = `${brand.slug}_cart`;
/** Team and session of the weekend flow, before there is a cart. */
export const choice = `${brand.slug}_choice`;
export const order = `${brand.slug}_order`;
/** The secret of a hold without an answer yet, in case the page is left before it arrives. */
export const requestedOrder = `${brand.slug}_requested_order`;
export const draft = `${brand.slug}_checkout_draft`;
export const auth = `${brand.slug}-auth-token`;
/** Set after an intended sign-out, with the end of the token, so that open screens do not ask for a sign-in. */
export const signedOut = `${brand.slug}-signed-out`;
/** An IndexedDB database with the day's roster and its marks (`saved-roster.ts`). */
export const rosterDatabase = `${brand.slug}_roster`;
/** Set while marks of a roster may be unsent on this device (`saved-roster.ts`), so that signing out asks first. */
export const rosterMarks = `${brand.slug}_roster_marks`;
/** Answers of the quiz, a half-filled enquiry, and the tokens of form answers. */
export const quiz = `${brand.slug}_quiz`;
export const enquiry = `${brand.slug}_enquiry`;
/** The family's week as it was last read, and half-filled profiles, without any health data (browser/cached-family). */
export const family = `${brand.slug}_family`;
/** The choice on the camp pages, under the specification's two names (spec 2 §3). */
export const campChoice = 'selected_camp_data';
export const bookingData = `${brand.slug}-booking-data`;
/** Popups that were shown, in this browser session or ever (spec 2 §2). */
export const welcomeSeen = `${brand.slug}-welcome-seen`;
export const gateSeen = `${brand.slug}-gate-seen`;
export const introSeen = `${brand.slug}-birthday-intro-seen`;
export const interrupted = `${brand.slug}-interrupted`;
export const announcementSeen = `${brand.slug}-announcement-seen`;
export const exitShown = `${brand.slug}-exit-intent-shown`;
export const campsExitShown = `${brand.slug}-camps-exit-shown`;
/** A random id of one visit, not of a person, for analytics and viewer counts (spec 2 §3). */
export const visit = `${brand.slug}-visit-id`;
/** The conversation with the assistant, for this visit only. */
export const assistant = `${brand.slug}_assistant`;
/** A guest's own details for the next booking, saved if they agreed. */
export const guest = `${brand.slug}_guest`;
/** The latest steps towards a booking, and the visitor's consent. */
export const events = `${brand.slug}_events`;
export const consent = `${brand.slug}_consent`;
/** Set if the consent could not be asked in one visit, so that the next visit asks at once. */
export const consentDue = `${brand.slug}-consent-due`;
/** Error reports that could not be sent yet, without personal data. */
export const reports = `${brand.slug}_reports`;
/** Set once per visit when a page that could not recover was reloaded. */
export const reloaded = `${brand.slug}-reloaded`;
export const theme = 'theme';
/** The first visit of this browser in milliseconds, the start of the simulated countdown (spec 2 §4). */
export const firstVisit = `${brand.slug}_first_visit`;
