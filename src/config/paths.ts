import { brand } from './brand.ts';

/** Every address of the site, once (spec 1 §2, 3-decisions). */
export const paths = {
  home: '/',
  about: '/about',
  auth: '/auth',
  camps: '/camps',
  birthdays: '/birthdays',
  passes: '/passes',
  tryOut: `/try-out-${brand.slug}-for-campers`,
  tryOutForKids: `/try-out-${brand.slug}-for-kids`,
  familyBase: '/family-base',
  terms: '/terms-and-conditions',
  privacy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  checkout: '/checkout',
  tryOutCheckout: '/try-out-checkout',
  paymentSuccess: '/payment-success',
} as const;

/** Ids of sections that other pages link to. */
export const anchors = {
  booking: `book-your-${brand.slug}-experience`,
  method: `${brand.slug}-method`,
  tryOut: 'try-out',
} as const;

export const bookingPath = `${paths.home}#${anchors.booking}`;

/** Checkout of a pass that content gives no address of its own (spec 2 §2). */
export const checkoutPath = (checkoutType: string) => `${paths.checkout}/${encodeURIComponent(checkoutType)}`;

/** Pages are built as files: `/index.html` is asked for as `/`, `/about.html` as `/about`. */
export const publicPath = (file: string) => file.replace(/\.html$/, '').replace(/(^|\/)index$/, '$1');

/** Keys of this site in the browser's storage. `theme` is the specification's own name (spec 1 §2). */
export const storageKeys = {
  cart: `${brand.slug}_cart`,
  order: `${brand.slug}_order`,
  draft: `${brand.slug}_checkout_draft`,
  auth: `${brand.slug}-auth-token`,
  theme: 'theme',
} as const;
