import { brand } from './brand.ts';

// Every address of the site, once (spec 1 §2, decisions "Addresses"). One by one: what a page does not lead to stays
// out of its script.

export const home = '/';
export const about = '/about';
export const auth = '/auth';
export const camps = '/camps';
export const birthdays = '/birthdays';
export const passes = '/passes';
export const teamPasses = '/team-passes';
export const tryOut = `/try-out-${brand.slug}-for-campers`;
export const tryOutForKids = `/try-out-${brand.slug}-for-kids`;
export const familyBase = '/family-base';
export const familyBook = '/family-base/book';
export const familyChild = '/family-base/child';
export const familyPasses = '/family-base/passes';
export const familyParents = '/family-base/parents';
export const familyPrivacy = '/family-base/privacy';
export const terms = '/terms-and-conditions';
export const privacy = '/privacy-policy';
export const termsOfService = '/terms-of-service';
export const campsAlias = '/holiday-camps-singapore-campers';
export const campsNew = '/camps-new';
export const campsEpic = '/camps/epic';
export const campsBook = '/camps/book';
export const notFound = '/404';
export const birthdayRsvp = '/birthday-rsvp';
export const management = '/management';
export const roster = '/management/roster';
/** A place's day by initials, behind a link with an end. */
export const sharedRoster = '/shared-roster';
export const sales = '/sales';
export const birthdayRsvps = '/admin/birthday-rsvps';
export const imageRepository = '/image-repository';
export const checkout = '/checkout';
export const tryOutCheckout = '/try-out-checkout';
export const paymentSuccess = '/payment-success';
export const campBookingSuccess = '/camp-booking-success';
export const manageBooking = '/manage-booking';
export const waitlist = '/waitlist';
/** Where a mail's link stops news. */
export const stopNews = '/stop-news';
/** What a phone needs to keep the site, or the family's screens as an app, on its home screen. */
export const manifest = '/manifest.webmanifest';
export const familyManifest = '/family-base.webmanifest';
/** Words of the popups, fetched when the first one is about to open. */
export const popups = '/fragments/popups';
/** What the assistant knows, fetched when somebody turns to it. */
export const assistant = '/fragments/assistant.json';
