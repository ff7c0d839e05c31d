import { brand } from './brand.ts';

// The pages that exist in Chinese. All other pages are in English at their English address (decisions "Languages").

export * from './addresses.ts';
export const home = '/zh';
export const about = '/zh/about';
export const camps = '/zh/camps';
export const birthdays = '/zh/birthdays';
export const passes = '/zh/passes';
export const teamPasses = '/zh/team-passes';
export const tryOut = `/zh/try-out-${brand.slug}-for-campers`;
export const tryOutForKids = `/zh/try-out-${brand.slug}-for-kids`;
export const terms = '/zh/terms-and-conditions';
export const privacy = '/zh/privacy-policy';
export const termsOfService = '/zh/terms-of-service';
export const campsNew = '/zh/camps-new';
export const campsEpic = '/zh/camps/epic';
export const campsBook = '/zh/camps/book';
export const embedCamps = '/zh/embed/camps';
export const embedTimetable = '/zh/embed/timetable';
export const checkout = '/zh/checkout';
export const tryOutCheckout = '/zh/try-out-checkout';
export const paymentSuccess = '/zh/payment-success';
export const campBookingSuccess = '/zh/camp-booking-success';
export const manageBooking = '/zh/manage-booking';
export const waitlist = '/zh/waitlist';
export const assistant = '/zh/fragments/assistant.json';
export const popups = '/zh/fragments/popups';
