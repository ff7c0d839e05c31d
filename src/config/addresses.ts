import { brand } from './brand.ts';

// Addresses of the site (spec 1 §2, decisions "Addresses"). Each is a separate constant, so that a page's script
// contains only the addresses that it uses.

export const home = '/';
export const about = '/about';
export const auth = '/auth';
export const camps = '/camps';
export const birthdays = '/birthdays';
export const passes = '/passes';
export const reviews = '/reviews';
export const teamPasses = '/team-passes';
export const tryOut = `/try-out-${brand.slug}-for-campers`;
export const tryOutForKids = `/try-out-${brand.slug}-for-kids`;
export const familyBase = '/family-base';
export const familyBook = '/family-base/book';
export const familyChild = '/family-base/child';
export const familyGrowth = '/family-base/growth';
export const familyWeek = '/family-base/week';
export const familyReviews = '/family-base/review';
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
/** The pages that partners show in a frame on their sites, and the script that makes the frame. */
export const embedCamps = '/embed/camps';
export const embedTimetable = '/embed/timetable';
export const embedScript = '/embed/elements.js';
export const notFound = '/404';
export const birthdayRsvp = '/birthday-rsvp';
export const management = '/management';
export const roster = '/management/roster';
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
/**
 * The page on which somebody pays for an order with a link from a parent. Stripe returns them to this page
 * (`checkout-url.ts`).
 */
export const pay = '/pay';
export const stopNews = '/stop-news';
/** The manifests with which the family and staff screens can be added to a phone's home screen as an app. */
export const manifest = '/manifest.webmanifest';
export const familyManifest = '/family-base.webmanifest';
export const staffManifest = '/staff.webmanifest';
/** The texts of the popups, which are loaded when the first popup is about to open. */
export const popups = '/fragments/popups';
/** The content for the assistant, which is loaded when a visitor opens it. */
export const assistant = '/fragments/assistant.json';
