import { anchors, campAnchors, paths } from './paths.ts';
import { staffPaths } from './staff-paths.ts';

/** The popups that open automatically on a page (spec 1 §5, spec 2 §2). */
type PopupKind = 'sells' | 'camps' | 'intro' | 'gate';

export interface Page {
  title: string;
  /** The content document with the page's title, description and most of its text. */
  source?: string;
  /** Types of other documents that the page shows. Every page uses the settings. */
  shows?: readonly string[];
  aliases?: readonly string[];
  /** The canonical address for search engines, if two pages have the same content. */
  canonical?: string;
  /**
   * A page with the access `link` can be opened only with a link. A page with `account` or `staff` is behind a
   * sign-in.
   */
  access: 'public' | 'link' | 'account' | 'staff';
  /** A `hidden` page has a preview picture, but is not in search results. */
  search?: 'found' | 'hidden';
  popups?: readonly PopupKind[];
  /** True if the first view is interactive, so that its script may be as large as an island's. */
  works?: boolean;
  anchors?: readonly string[];
  /** Query parameters that the page reads. */
  query?: readonly string[];
}

const addresses = { ...paths, ...staffPaths };

/** The table of pages. Search, popups, page budgets, Studio and tests read it. Scripts in the browser never do. */
export const pages = {
  home: {
    title: 'Home',
    source: 'homePage',
    shows: [
      ...[
        'siteSettings',
        'proofSettings',
        'pass',
        'team',
        'level',
        'coach',
        'testimonial',
        'faqTopic',
        'faq',
      ],
      ...['mediaLogo', 'popup', 'quiz', 'assistant', 'writtenAnswer'],
    ],
    access: 'public',
    search: 'found',
    popups: ['sells', 'gate'],
    anchors: Object.values(anchors),
    query: ['pass', 'team'],
  },
  camps: {
    title: 'Holiday camps',
    source: 'campsPage',
    shows: ['proofSettings', 'campTier', 'base', 'testimonial', 'faqTopic', 'faq', 'mission'],
    aliases: [paths.campsAlias],
    access: 'public',
    search: 'found',
    popups: ['sells', 'camps'],
    anchors: Object.values(campAnchors),
  },
  campsNew: {
    title: 'All camps',
    source: 'campsNewPage',
    access: 'public',
    search: 'found',
    popups: ['sells', 'camps'],
    query: ['tier', 'location', 'from', 'to', 'age'],
  },
  campsBook: {
    title: 'Book a camp',
    shows: ['campTier'],
    access: 'public',
    search: 'found',
    popups: ['camps'],
    works: true,
  },
  campsEpic: {
    title: 'EPIC Camp',
    source: 'epicPage',
    access: 'public',
    search: 'hidden',
    popups: ['sells', 'camps'],
  },
  tryOut: {
    title: 'Try-Out (campers)',
    source: 'tryOutPage',
    canonical: paths.tryOutForKids,
    access: 'public',
    popups: ['sells'],
  },
  tryOutForKids: {
    title: 'Try-Out (kids)',
    source: 'tryOutPage',
    access: 'public',
    search: 'found',
    popups: ['sells'],
  },
  passes: {
    title: 'Passes',
    source: 'passesPage',
    shows: ['pass', 'holidayPackage'],
    access: 'public',
    search: 'found',
    popups: ['sells'],
  },
  teamPasses: {
    title: 'Team passes',
    source: 'teamPassesPage',
    access: 'public',
    search: 'found',
    popups: ['sells'],
  },
  birthdays: {
    title: 'Birthdays',
    source: 'birthdaysPage',
    shows: ['birthdayPackage'],
    access: 'public',
    search: 'found',
    popups: ['sells', 'intro'],
    anchors: ['packages', 'gallery', 'enquiry', 'faq'],
  },
  about: {
    title: 'About',
    source: 'aboutPage',
    shows: ['siteSettings', 'coach'],
    access: 'public',
    search: 'found',
    popups: ['sells'],
  },
  reviews: { title: 'Reviews of camps by families', access: 'public', search: 'found', popups: ['sells'] },
  birthdayRsvp: {
    title: 'Birthday RSVP',
    shows: ['form'],
    aliases: ['/birthdays-rsvp', '/dynamic-form'],
    access: 'public',
    works: true,
    query: ['party', 'form'],
  },
  checkout: {
    title: 'Checkout',
    source: 'checkoutPage',
    aliases: ['/checkout/flexi', '/checkout/term', '/checkout/x-term', '/checkout/camp'],
    access: 'public',
    works: true,
    query: ['type', 'experience'],
  },
  tryOutCheckout: { title: 'Checkout of the Try-Out', access: 'public', works: true },
  terms: { title: 'Terms and conditions', access: 'public', search: 'found' },
  privacy: { title: 'Privacy policy', access: 'public', search: 'found' },
  termsOfService: { title: 'Terms of service', access: 'public', search: 'found' },
  auth: { title: 'Sign in', access: 'public', works: true },
  notFound: { title: 'Page not found', source: 'notFoundPage', access: 'link' },
  paymentSuccess: { title: 'Payment success', source: 'successPage', access: 'link', works: true },
  campBookingSuccess: { title: 'Camp booking success', access: 'link', works: true },
  manageBooking: { title: 'Change a booking', access: 'link', works: true, query: ['order'] },
  waitlist: { title: 'Waitlist', access: 'link', works: true },
  pay: { title: 'Pay for a booking', access: 'link', works: true, query: ['paid'] },
  stopNews: { title: 'Stop news and offers', access: 'link', works: true },
  sharedRoster: { title: 'A shared roster', access: 'link', works: true },
  embedCamps: {
    title: 'Camps on a partner’s site',
    shows: ['campTier', 'base'],
    canonical: paths.campsNew,
    access: 'link',
    works: true,
    query: ['tier', 'location', 'from', 'to', 'age', 'theme', 'campaign'],
  },
  embedTimetable: {
    title: 'Timetable on a partner’s site',
    shows: ['campTier', 'base'],
    canonical: paths.camps,
    access: 'link',
    works: true,
    query: ['show', 'tier', 'location', 'from', 'theme', 'campaign'],
  },
  popups: { title: 'Words of the popups', access: 'link' },
  familyBase: { title: 'Family Base', access: 'account' },
  familyBook: { title: 'Book a session', access: 'account', query: ['child', 'session'] },
  familyChild: { title: 'A child’s profile', access: 'account', query: ['id'] },
  familyGrowth: { title: 'Growth reports', access: 'account', query: ['report'] },
  familyWeek: { title: 'The family’s week', access: 'account', query: ['week'] },
  familyReviews: { title: 'Reviews of camps', access: 'account', query: ['camp'] },
  familyPasses: { title: 'Passes and receipts', access: 'account' },
  familyParents: { title: 'Parents', access: 'account' },
  familyPrivacy: { title: 'Privacy', access: 'account' },
  management: { title: 'Management', access: 'staff' },
  roster: { title: 'Roster and check-in', access: 'staff' },
  managementOrders: { title: 'Orders, for staff', access: 'staff', query: ['order'] },
  managementSchedule: { title: 'Sessions and camps, for staff', access: 'staff', query: ['place', 'week'] },
  managementFamilies: { title: 'Families, for staff', access: 'staff', query: ['family'] },
  managementWaitlists: { title: 'Waitlists, for staff', access: 'staff', query: ['place'] },
  managementFirstAid: { title: 'First aid, for staff', access: 'staff' },
  managementTasks: { title: 'Tasks, for staff', access: 'staff', query: ['task'] },
  kitchen: { title: 'A kitchen’s allergy list', access: 'staff', query: ['day', 'place', 'classes'] },
  attendance: { title: 'Attendance of a class', access: 'staff', query: ['session', 'weeks'] },
  growthReports: { title: 'Growth reports of camps', access: 'staff', query: ['camp', 'child'] },
  partySheet: { title: 'A birthday party on one sheet', access: 'staff', query: ['party'] },
  managementLeads: { title: 'Leads, for staff', access: 'staff', query: ['lead'] },
  managementMessages: { title: 'Messages, for staff', access: 'staff', query: ['message'] },
  managementFamilyChats: {
    title: 'Write to families, for staff',
    access: 'staff',
    query: ['place', 'message'],
  },
  managementPromotions: { title: 'Promotion codes, for staff', access: 'staff', query: ['code'] },
  managementReferrals: { title: 'Referrals, for staff', access: 'staff', query: ['referral'] },
  managementReviews: { title: 'Reviews of camps, for staff', access: 'staff', query: ['review'] },
  managementVouchers: { title: 'Gift vouchers, for staff', access: 'staff', query: ['voucher'] },
  managementDeskCloses: { title: 'Desk closes', access: 'staff', query: ['close'] },
  deskClose: { title: 'Close the day at the sales desk', access: 'staff' },
  managementReports: { title: 'Reports, for staff', access: 'staff', query: ['from', 'until'] },
  managementPayouts: { title: 'Payouts, for staff', access: 'staff', query: ['payout'] },
  myWeek: { title: 'A coach’s week', access: 'staff', query: ['week', 'coach'] },
  myHours: { title: 'A coach’s own hours', access: 'staff', query: ['from', 'until'] },
  managementDecisions: { title: 'Decisions, for staff', access: 'staff' },
  managementConsents: { title: 'Consent texts, for staff', access: 'staff', query: ['purpose'] },
  managementSettings: { title: 'Settings, for staff', access: 'staff', query: ['setting'] },
  managementSystem: { title: 'System and audit log', access: 'staff' },
  // The invited person is not a member of staff yet, so the page needs only an account.
  staffInvitation: { title: 'An invitation to the team', access: 'account' },
  birthdayRsvps: { title: 'Birthday RSVPs, for staff', access: 'staff' },
  imageRepository: { title: 'Image repository', access: 'staff' },
  sales: { title: 'Sales desk', access: 'staff' },
} as const satisfies Partial<Record<keyof typeof addresses, Page>>;

export type PageName = keyof typeof pages;

export const pageList: readonly (Page & { name: PageName; path: string })[] = Object.entries<Page>(pages).map(
  ([name, page]) => ({ ...page, name: name as PageName, path: addresses[name as PageName] }),
);

export const pageAt = (address: string) =>
  pageList.find(({ path, aliases = [] }) => path === address || aliases.includes(address));
