import { brand } from '../../../src/config/brand.ts';
import { anchors, campAnchors, paths } from '../../../src/config/paths.ts';

/** A page of the site as a link may name it. */
export interface Route {
  path: string;
  /** What editors call it. */
  title: string;
  /** Other addresses of the same page. */
  aliases?: readonly string[];
  /** Sections that a link may jump to. */
  anchors?: readonly string[];
  /** Query fields that the page understands. */
  query?: readonly string[];
  /** Only reached by its own link, or by staff: not a target for words on a page. */
  hidden?: boolean;
}

/** Every address of the site (spec 1 §2, spec 2 §2, decisions "Addresses"): links and slugs are checked against it. */
export const routes: readonly Route[] = [
  { path: paths.home, title: 'Home', anchors: Object.values(anchors) },
  { path: paths.about, title: 'About' },
  {
    path: paths.camps,
    title: 'Holiday camps',
    aliases: [paths.campsAlias],
    anchors: Object.values(campAnchors),
  },
  { path: paths.campsNew, title: 'All camps', query: ['tier', 'location', 'from', 'to', 'age'] },
  { path: paths.campsEpic, title: 'EPIC Camp' },
  { path: paths.campsBook, title: 'Book a camp' },
  { path: paths.tryOut, title: 'Try-out (campers)' },
  { path: paths.tryOutForKids, title: 'Try-out (kids)' },
  { path: paths.passes, title: 'Passes' },
  { path: paths.teamPasses, title: 'Team passes' },
  { path: paths.birthdays, title: 'Birthdays', anchors: ['packages', 'gallery', 'enquiry', 'faq'] },
  {
    path: paths.birthdayRsvp,
    title: 'Birthday RSVP',
    aliases: ['/birthdays-rsvp', '/dynamic-form'],
    query: ['party', 'form'],
  },
  {
    path: paths.checkout,
    title: 'Checkout',
    aliases: ['/checkout/flexi', '/checkout/term', '/checkout/x-term', '/checkout/camp'],
    query: ['type', 'experience'],
  },
  { path: paths.tryOutCheckout, title: 'Checkout of the try-out' },
  { path: paths.terms, title: 'Terms and conditions' },
  { path: paths.privacy, title: 'Privacy policy' },
  { path: paths.termsOfService, title: 'Terms of service' },
  { path: paths.auth, title: 'Sign in' },
  { path: paths.familyBase, title: 'Family base' },
  { path: paths.paymentSuccess, title: 'Payment success', hidden: true },
  { path: paths.popups, title: 'Words of the popups', hidden: true },
  { path: paths.campBookingSuccess, title: 'Camp booking success', hidden: true },
  { path: paths.manageBooking, title: 'Change a booking', hidden: true },
  { path: paths.waitlist, title: 'Waitlist', hidden: true },
  { path: paths.management, title: 'Management', hidden: true },
  { path: '/admin/birthday-rsvps', title: 'Birthday RSVPs, for staff', hidden: true },
  { path: paths.imageRepository, title: 'Image repository', hidden: true },
  { path: paths.sales, title: 'Sales desk', hidden: true },
];

/** An address as the site will serve it: content writes `{product}` where the product word stands in one. */
export const served = (address: string) => address.replaceAll('{product}', brand.slug);

/** `/Camps/` is `/camps`. */
export const plainPath = (path: string) => path.toLowerCase().replace(/\/+$/, '') || '/';

export const findRoute = (path: string) =>
  routes.find((route) => [route.path, ...(route.aliases ?? [])].includes(plainPath(served(path))));
