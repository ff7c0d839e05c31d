import { brand } from './brand.ts';

// Keys of this site in the browser's storage: with the brand's name before them, but for the specification's own
// names (spec 1 §2). One by one: what a page does not keep stays out of its script.

export const cart = `${brand.slug}_cart`;
/** Team and session of the weekend flow, before there is a cart. */
export const choice = `${brand.slug}_choice`;
export const order = `${brand.slug}_order`;
/** The secret of a hold that is on the way: the page may be left before its answer is there. */
export const askedOrder = `${brand.slug}_asked_order`;
export const draft = `${brand.slug}_checkout_draft`;
export const auth = `${brand.slug}-auth-token`;
/**
 * There while somebody has signed out by hand, with the end of the token that goes: no screen waits for them then.
 */
export const signedOut = `${brand.slug}-signed-out`;
/** A database: the day's pack of a roster, and its marks (`kept-roster.ts`). */
export const rosterDatabase = `${brand.slug}_roster`;
/** There while marks of a roster may wait on this device (`kept-roster.ts`): who signs out is asked first. */
export const rosterMarks = `${brand.slug}_roster_marks`;
/** Answers of the quiz, a half-typed enquiry, and the tokens of answers to forms. */
export const quiz = `${brand.slug}_quiz`;
export const enquiry = `${brand.slug}_enquiry`;
/** The secret of a paid order's link, while Stripe's pages are open. */
export const managing = `${brand.slug}_managing`;
/** A half-typed wish to wait. */
export const waitlist = `${brand.slug}_waitlist`;
export const forms = `${brand.slug}_forms`;
/** A message that staff are writing, in the tab. */
export const staffMessage = `${brand.slug}_staff_message`;
/**
 * The family's week as it was last read, and half-typed profiles, without anything of health (browser/kept-family).
 */
export const family = `${brand.slug}_family`;
export const familyDrafts = `${brand.slug}_family_drafts`;
/** A sale at the desk that is under way, in its tab (features/staff/sales). */
export const sale = `${brand.slug}_desk_sale`;
/** The token of an invitation to a family, until the invited is signed in (browser/invitation). */
export const invitation = `${brand.slug}_invitation`;
/** What the camp pages keep of a choice, under the specification's two names (spec 2 §3). */
export const campChoice = 'selected_camp_data';
export const bookingData = `${brand.slug}-booking-data`;
/** Popups that were shown: in this browser session, or ever (spec 2 §2). */
export const welcomeSeen = `${brand.slug}-welcome-seen`;
export const gateSeen = `${brand.slug}-gate-seen`;
export const introSeen = `${brand.slug}-birthday-intro-seen`;
export const interrupted = `${brand.slug}-interrupted`;
export const announcementSeen = `${brand.slug}-announcement-seen`;
export const exitShown = `${brand.slug}-exit-intent-shown`;
export const campsExitShown = `${brand.slug}-camps-exit-shown`;
/** Names one visit and nobody: analytics and viewer counts (spec 2 §3). */
export const visit = `${brand.slug}-visit-id`;
/** The conversation with the assistant, for this visit only. */
export const assistant = `${brand.slug}_assistant`;
/** A guest's own details, kept for the next booking if they agreed. */
export const guest = `${brand.slug}_guest`;
/** The latest steps on the way to a booking, and what a visitor agreed to. */
export const events = `${brand.slug}_events`;
export const consent = `${brand.slug}_consent`;
/** A visit that had no room to ask for it: the next one begins with it. */
export const consentDue = `${brand.slug}-consent-due`;
/** Error reports that could not be sent yet, cleaned. */
export const reports = `${brand.slug}_reports`;
/** A page that could not repair itself was loaded anew, once a visit. */
export const reloaded = `${brand.slug}-reloaded`;
export const theme = 'theme';
/** When this browser first came, in milliseconds: the simulated countdown runs from it (spec 2 §4). */
export const firstVisit = `${brand.slug}_first_visit`;
