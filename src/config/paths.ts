import { brand } from './brand.ts';

/** Every address of the site, once (spec 1 §2, decisions "Addresses"). */
export const paths = {
  home: '/',
  about: '/about',
  auth: '/auth',
  camps: '/camps',
  birthdays: '/birthdays',
  passes: '/passes',
  teamPasses: '/team-passes',
  tryOut: `/try-out-${brand.slug}-for-campers`,
  tryOutForKids: `/try-out-${brand.slug}-for-kids`,
  familyBase: '/family-base',
  familyBook: '/family-base/book',
  familyChild: '/family-base/child',
  familyPasses: '/family-base/passes',
  familyParents: '/family-base/parents',
  familyPrivacy: '/family-base/privacy',
  terms: '/terms-and-conditions',
  privacy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  campsAlias: '/holiday-camps-singapore-campers',
  campsNew: '/camps-new',
  campsEpic: '/camps/epic',
  campsBook: '/camps/book',
  notFound: '/404',
  birthdayRsvp: '/birthday-rsvp',
  management: '/management',
  roster: '/management/roster',
  /** A place's day by initials, behind a link with an end. */
  sharedRoster: '/shared-roster',
  sales: '/sales',
  birthdayRsvps: '/admin/birthday-rsvps',
  imageRepository: '/image-repository',
  checkout: '/checkout',
  tryOutCheckout: '/try-out-checkout',
  paymentSuccess: '/payment-success',
  campBookingSuccess: '/camp-booking-success',
  manageBooking: '/manage-booking',
  waitlist: '/waitlist',
  /** Where a mail's link stops news. */
  stopNews: '/stop-news',
  /** What a phone needs to keep the site, or the family's screens as an app, on its home screen. */
  manifest: '/manifest.webmanifest',
  familyManifest: '/family-base.webmanifest',
  /** Words of the popups, fetched when the first one is about to open. */
  popups: '/fragments/popups',
  /** What the assistant knows, fetched when somebody turns to it. */
  assistant: '/fragments/assistant.json',
} as const;

/** Ids of sections that other pages link to. */
export const anchors = {
  booking: `book-your-${brand.slug}-experience`,
  method: `${brand.slug}-method`,
  tryOut: 'try-out',
  /** On the try-out pages. */
  sessions: 'next-sessions',
} as const;

/** Sections of the camps page (spec 2 §2), as Studio offers them for links. */
export const campAnchors = {
  journey: 'journey',
  packages: 'packages',
  conversions: 'conversions',
  faq: 'faq',
  dates: 'dates',
} as const;

export const bookingPath = `${paths.home}#${anchors.booking}`;

/** What was chosen before the booking begins, by ids. */
export interface Wish {
  pass?: string | undefined;
  team?: string | undefined;
}

/** The booking, which remembers what was chosen on another page. */
export function wishPath({ pass, team }: Wish): string {
  const query = new URLSearchParams({ ...(pass && { pass }), ...(team && { team }) });
  return `${paths.home}?${query.toString()}#${anchors.booking}`;
}

/** Checkout of a pass that content gives no address of its own (spec 2 §2). */
export const checkoutPath = (checkoutType: string) => `${paths.checkout}/${encodeURIComponent(checkoutType)}`;

/** Addresses of the checkout that are there whatever content sells (spec 2 §2). */
export const checkoutTypes = ['flexi', 'term', 'x-term', 'camp', 'try-out'] as const;

/** Sign-in that comes back to `from`: a path, with what is asked of it. */
export const signInPath = (from: string): string =>
  `${paths.auth}?${new URLSearchParams({ from }).toString()}`;

/** The same for somebody who is signed in and has to show again that it is them. */
export const freshSignInPath = (from: string): string => `${signInPath(from)}&again=1`;

/** A child's profile; without an id, of one who is to be added. */
export const childPath = (id?: string): string =>
  id === undefined ? paths.familyChild : `${paths.familyChild}?id=${encodeURIComponent(id)}`;

/** An order of the own family, opened by who is signed in: no secret of a mail is needed. */
export const managePath = (orderId: string): string =>
  `${paths.manageBooking}?order=${encodeURIComponent(orderId)}`;

/** A sign-in link for an address, which makes an account of a new one; the address stands where no server sees it. */
export const accountByMailPath = (email: string): string =>
  `${paths.auth}?${new URLSearchParams({ show: 'link', from: paths.familyBase }).toString()}#email=${encodeURIComponent(email)}`;

/** The account, for whom a screen sent because their role needs a second factor; it goes on to that screen. */
export const secondStepPath = (from: string): string =>
  `${paths.auth}?${new URLSearchParams({ account: '1', step: '1', from }).toString()}`;

/** What somebody who is signed in sets about it: password, address, second factor, other devices. */
export const accountPath = `${paths.auth}?account=1`;

/** Where the try-out is sold, with a session chosen before or there. */
export const isTryOut = (path: string): boolean =>
  path === paths.tryOutCheckout || path === checkoutPath('try-out');

/** Pages are built as files: `/index.html` is asked for as `/`, `/about.html` as `/about`. */
export const publicPath = (file: string) => file.replace(/\.html$/, '').replace(/(^|\/)index$/, '$1');

/** Keys of this site in the browser's storage. `theme` is the specification's own name (spec 1 §2). */
export const storageKeys = {
  cart: `${brand.slug}_cart`,
  /** Team and session of the weekend flow, before there is a cart. */
  choice: `${brand.slug}_choice`,
  order: `${brand.slug}_order`,
  /** The secret of a hold that is on the way: the page may be left before its answer is there. */
  askedOrder: `${brand.slug}_asked_order`,
  draft: `${brand.slug}_checkout_draft`,
  auth: `${brand.slug}-auth-token`,
  /**
   * There while somebody has signed out by hand, with the end of the token that goes: no screen waits for them then.
   */
  signedOut: `${brand.slug}-signed-out`,
  /** A database: the day's pack of a roster, and its marks (`kept-roster.ts`). */
  rosterDatabase: `${brand.slug}_roster`,
  /** There while marks of a roster may wait on this device (`kept-roster.ts`): who signs out is asked first. */
  rosterMarks: `${brand.slug}_roster_marks`,
  /** Answers of the quiz, a half-typed enquiry, and the tokens of answers to forms. */
  quiz: `${brand.slug}_quiz`,
  enquiry: `${brand.slug}_enquiry`,
  /** The secret of a paid order's link, while Stripe's pages are open. */
  managing: `${brand.slug}_managing`,
  /** A half-typed wish to wait. */
  waitlist: `${brand.slug}_waitlist`,
  forms: `${brand.slug}_forms`,
  /** A message that staff are writing, in the tab. */
  staffMessage: `${brand.slug}_staff_message`,
  /**
   * The family's week as it was last read, and half-typed profiles, without anything of health (browser/kept-family).
   */
  family: `${brand.slug}_family`,
  familyDrafts: `${brand.slug}_family_drafts`,
  /** A sale at the desk that is under way, in its tab (features/staff/sales). */
  sale: `${brand.slug}_desk_sale`,
  /** The token of an invitation to a family, until the invited is signed in (browser/invitation). */
  invitation: `${brand.slug}_invitation`,
  /** What the camp pages keep of a choice, under the specification's two names (spec 2 §3). */
  campChoice: 'selected_camp_data',
  bookingData: `${brand.slug}-booking-data`,
  /** Popups that were shown: in this browser session, or ever (spec 2 §2). */
  welcomeSeen: `${brand.slug}-welcome-seen`,
  gateSeen: `${brand.slug}-gate-seen`,
  introSeen: `${brand.slug}-birthday-intro-seen`,
  interrupted: `${brand.slug}-interrupted`,
  announcementSeen: `${brand.slug}-announcement-seen`,
  exitShown: `${brand.slug}-exit-intent-shown`,
  campsExitShown: `${brand.slug}-camps-exit-shown`,
  /** Names one visit and nobody: analytics and viewer counts (spec 2 §3). */
  visit: `${brand.slug}-visit-id`,
  /** The conversation with the assistant, for this visit only. */
  assistant: `${brand.slug}_assistant`,
  /** A guest's own details, kept for the next booking if they agreed. */
  guest: `${brand.slug}_guest`,
  /** The latest steps on the way to a booking, and what a visitor agreed to. */
  events: `${brand.slug}_events`,
  consent: `${brand.slug}_consent`,
  /** A visit that had no room to ask for it: the next one begins with it. */
  consentDue: `${brand.slug}-consent-due`,
  /** Error reports that could not be sent yet, cleaned. */
  reports: `${brand.slug}_reports`,
  /** A page that could not repair itself was loaded anew, once a visit. */
  reloaded: `${brand.slug}-reloaded`,
  theme: 'theme',
  /** When this browser first came, in milliseconds: the simulated countdown runs from it (spec 2 §4). */
  firstVisit: `${brand.slug}_first_visit`,
} as const;
