import * as paths from './addresses.ts';
import { brand } from './brand.ts';
import * as storageKeys from './storage-keys.ts';

export { paths, storageKeys };

export const anchors = {
  booking: `book-your-${brand.slug}-experience`,
  method: `${brand.slug}-method`,
  tryOut: 'try-out',
  sessions: 'next-sessions',
} as const;

/** Sections of the camps page (spec 2 §2) that Studio offers as link targets. */
export const campAnchors = {
  journey: 'journey',
  packages: 'packages',
  conversions: 'conversions',
  faq: 'faq',
  dates: 'dates',
} as const;

export const bookingPath = `${paths.home}#${anchors.booking}`;

/** Ids of the pass and the team that were chosen before the booking begins. */
export interface BookingChoice {
  pass?: string | undefined;
  team?: string | undefined;
}

/** Returns the address of a pass's checkout, if the content sets no address for it (spec 2 §2). */
export const checkoutPath = (checkoutType: string) => `${paths.checkout}/${encodeURIComponent(checkoutType)}`;

/** The checkouts whose addresses always exist, whether or not the content has such a pass (spec 2 §2). */
export const checkoutTypes = ['flexi', 'term', 'x-term', 'camp', 'try-out'] as const;

/** Returns the address of the sign-in page, which returns to `from`. `from` is a path with its query. */
export const signInPath = (from: string): string =>
  `${paths.auth}?${new URLSearchParams({ from }).toString()}`;

export const freshSignInPath = (from: string): string => `${signInPath(from)}&again=1`;

export const childPath = (id?: string): string =>
  id === undefined ? paths.familyChild : `${paths.familyChild}?id=${encodeURIComponent(id)}`;

export const managePath = (orderId: string): string =>
  `${paths.manageBooking}?order=${encodeURIComponent(orderId)}`;

/**
 * Returns the address of the sign-in page with an e-mail address. That is in the fragment, which browsers never send
 * to a server.
 */
export const accountByMailPath = (email: string): string =>
  `${paths.auth}?${new URLSearchParams({ show: 'link', from: paths.familyBase }).toString()}#email=${encodeURIComponent(email)}`;

/**
 * Returns the address of the account page for a user whose role needs a second factor. The page then continues to
 * `from`.
 */
export const secondStepPath = (from: string): string =>
  `${paths.auth}?${new URLSearchParams({ account: '1', step: '1', from }).toString()}`;

export const accountPath = `${paths.auth}?account=1`;

/**
 * Returns whether a page sells the try-out. Two pages do. On one of them, the session was chosen on
 * an earlier page, and on the other it is chosen on the page itself.
 */
export const isTryOut = (path: string): boolean =>
  path === paths.tryOutCheckout || path === checkoutPath('try-out');

/** Returns the address of a built file: `/` for `/index.html`, `/about` for `/about.html`. */
export const publicPath = (file: string) => file.replace(/\.html$/, '').replace(/(^|\/)index$/, '$1');
