import { brand } from './brand.ts';

// The keys begin with the brand's name, except for those that the specification names (spec 1 §2). Each is a separate
// constant, so that a page's script contains only the keys that it uses.

export const cart = `${brand.slug}_cart`;
/** The team and session that were chosen in the weekend booking before there is a cart. */
export const choice = `${brand.slug}_choice`;
export const order = `${brand.slug}_order`;
/** The secret of a hold that the server has not answered yet, in case the page is left before the answer. */
export const requestedOrder = `${brand.slug}_requested_order`;
/** The ticket with which this browser waits in the queue before a camp. */
export const queueTicket = `${brand.slug}_queue_ticket`;
/** What the parent books together in one order, without children. */
export const basket = `${brand.slug}_basket`;
/** Set in this tab while the parent looks for something to add to the basket. */
export const adding = `${brand.slug}_adding`;
export const draft = `${brand.slug}_checkout_draft`;
export const auth = `${brand.slug}-auth-token`;
/** The end of the token after an intended sign-out. It tells open screens not to ask for a sign-in. */
export const signedOut = `${brand.slug}-signed-out`;
/** An IndexedDB database with the day's roster and its marks (`saved-roster.ts`). */
export const rosterDatabase = `${brand.slug}_roster`;
/** Set while this device may have unsent marks of a roster (`saved-roster.ts`), so that a sign-out asks first. */
export const rosterMarks = `${brand.slug}_roster_marks`;
/** The answers of the quiz. */
export const quiz = `${brand.slug}_quiz`;
/** A half-filled enquiry. */
export const enquiry = `${brand.slug}_enquiry`;
/** The family's week as it was last read, without health data (browser/cached-family). */
export const family = `${brand.slug}_family`;
/** The chosen camp. It is stored under two names that the specification gives (spec 2 §3). */
export const campChoice = 'selected_camp_data';
export const bookingData = `${brand.slug}-booking-data`;
/** The popups that were shown in this browser session or ever (spec 2 §2). */
export const welcomeSeen = `${brand.slug}-welcome-seen`;
export const gateSeen = `${brand.slug}-gate-seen`;
export const introSeen = `${brand.slug}-birthday-intro-seen`;
export const interrupted = `${brand.slug}-interrupted`;
export const announcementSeen = `${brand.slug}-announcement-seen`;
export const exitShown = `${brand.slug}-exit-intent-shown`;
export const campsExitShown = `${brand.slug}-camps-exit-shown`;
/** A random id of one visit, not of a person. Analytics and viewer counts use it (spec 2 §3). */
export const visit = `${brand.slug}-visit-id`;
/** The conversation with the assistant, which is stored for this visit only. */
export const assistant = `${brand.slug}_assistant`;
/** A guest's own details for the next booking, saved if the guest agreed. */
export const guest = `${brand.slug}_guest`;
/** The latest steps towards a booking. */
export const events = `${brand.slug}_events`;
/** The visitor's consent. */
export const consent = `${brand.slug}_consent`;
/** Set if a visit could not show the consent banner, so that the next visit shows it at once. */
export const consentDue = `${brand.slug}-consent-due`;
/** Error reports that could not be sent yet, without personal data. */
export const reports = `${brand.slug}_reports`;
/** Set when a page that could not recover was reloaded, so that this happens only once per visit. */
export const reloaded = `${brand.slug}-reloaded`;
export const theme = 'theme';
/** The time of this browser's first visit in milliseconds, when the simulated countdown starts (spec 2 §4). */
export const firstVisit = `${brand.slug}_first_visit`;
