import * as paths from './addresses.ts';
import { brand } from './brand.ts';
import * as storageKeys from './storage-keys.ts';

export { paths, storageKeys };

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
