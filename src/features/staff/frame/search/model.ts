import type { StaffHit } from '#contract/staff-search.ts';
import { accountPath, managePath, paths } from '#config/paths.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { formatDate, formatDays, formatTime, today } from '#domain/dates.ts';
import { mailLink } from '#domain/mail-link.ts';
import { hasManagerRole } from '#domain/managers.ts';
import { formatMoney } from '#domain/money.ts';
import type { Role } from '#domain/role.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { newIn } from '#ui/kit/new-in-address.ts';
import { coachPath } from '#ui/staff/coach-path.ts';
import { familyPath } from '#ui/staff/family-path.ts';
import { orderPath } from '#ui/staff/order-path.ts';
import { settingLines, settingTopicNames } from '#ui/staff/setting-lines.ts';
import { searchMessages as words } from './messages.ts';

export interface Row {
  id: string;
  kind: keyof typeof words.kinds;
  title: string;
  detail: string;
  href: string;
  /** What can be done with the row besides opening it. */
  actions?: readonly Row[];
}

/** The shortest text that the database searches. */
export const SEARCH_MIN = 2;
/** The longest text that the database searches. */
export const SEARCH_MAX = 120;
const LISTED_SCREENS = 5;

type Screen = readonly [href: string, title: string];
const { screens } = words;
const commonScreens: readonly Screen[] = [
  [paths.roster, screens.roster],
  [staffPaths.kitchen, screens.kitchen],
  [paths.imageRepository, screens.pictures],
  [paths.familyBase, screens.familyBase],
  [accountPath, screens.security],
  [paths.home, screens.site],
];
const managerScreens: readonly Screen[] = [
  [paths.management, screens.today],
  [staffPaths.managementSchedule, screens.schedule],
  [`${staffPaths.managementSchedule}?view=week`, screens.newCamp],
  [`${staffPaths.managementSchedule}?view=seasons`, screens.seasons],
  [staffPaths.myWeek, screens.coachWeek],
  [staffPaths.managementOrders, screens.orders],
  [staffPaths.managementFamilies, screens.families],
  [staffPaths.managementFirstAid, screens.firstAid],
  [staffPaths.managementWaitlists, screens.waitlists],
  [staffPaths.managementTasks, screens.tasks],
  [newIn(staffPaths.managementTasks), screens.newTask],
  [staffPaths.managementLeads, screens.leads],
  [staffPaths.managementDecisions, screens.decisions],
  [staffPaths.managementMessages, screens.messages],
  [`${staffPaths.managementMessages}?message=new`, screens.newMessage],
  [paths.sales, screens.desk],
  [newIn(paths.sales), screens.newFamily],
  [staffPaths.deskClose, screens.deskClose],
  [staffPaths.managementDeskCloses, screens.deskCloses],
  [staffPaths.managementPromotions, screens.promotions],
  [newIn(staffPaths.managementPromotions), screens.newPromotion],
  [staffPaths.managementReviews, screens.reviews],
  [staffPaths.managementReferrals, screens.referrals],
  [staffPaths.managementVouchers, screens.vouchers],
  [newIn(staffPaths.managementVouchers), screens.newVoucher],
  [staffPaths.managementReports, screens.reports],
  [paths.birthdayRsvps, screens.parties],
  [newIn(paths.birthdayRsvps), screens.newParty],
  [staffPaths.managementConsents, screens.consents],
  [staffPaths.managementSettings, screens.settings],
  [staffPaths.managementSystem, screens.system],
];
const businessAdmins: readonly Screen[] = [[staffPaths.managementPayouts, screens.payouts]];

const marketers: readonly Screen[] = [
  [staffPaths.managementPromotions, screens.promotions],
  [newIn(staffPaths.managementPromotions), screens.newPromotion],
];
const coaches: readonly Screen[] = [
  [staffPaths.managementTasks, screens.tasks],
  [staffPaths.myWeek, screens.myWeek],
  [staffPaths.myHours, screens.myHours],
];

/**
 * Returns the screens that the caller may open and whose name has a word with this beginning. If the text is empty,
 * returns all of them.
 */
export function findScreens(text: string, roles: readonly Role[]): Row[] {
  const query = text.trim().toLowerCase();
  const screens = hasManagerRole(roles)
    ? [...managerScreens, ...(roles.includes('business_admin') ? businessAdmins : []), ...commonScreens]
    : [...commonScreens, ...coaches, ...(roles.includes('marketer') ? marketers : [])];
  const matchingScreens = screens.filter(([, title]) => ` ${title.toLowerCase()}`.includes(` ${query}`));
  return (query === '' ? matchingScreens : matchingScreens.slice(0, LISTED_SCREENS)).map(([href, title]) => ({
    id: `screen-${href}`,
    kind: 'screen',
    title,
    detail: '',
    href,
  }));
}

const LISTED_SETTINGS = 4;
/** Returns the settings whose name or description contains each typed word. Only managers may open them. */
export function findSettings(text: string): Row[] {
  const queryWords = text.trim().toLowerCase().split(/\s+/);
  return settingLines
    .filter(({ name, label, what }) => {
      const searchableText = ` ${name.replaceAll('_', ' ')} ${label} ${what}`.toLowerCase();
      return queryWords.every((word) => searchableText.includes(` ${word}`));
    })
    .slice(0, LISTED_SETTINGS)
    .map(({ name, topic, label }) => ({
      id: `setting-${name}`,
      kind: 'setting',
      title: label,
      detail: settingTopicNames[topic],
      href: withQuery(staffPaths.managementSettings, { setting: name }),
    }));
}

const withQuery = (path: string, query: Record<string, string>) =>
  `${path}?${new URLSearchParams(query).toString()}`;

/** Returns the link of a result. If its screen has an address for the result, the link opens the result there. */
function hrefOf({ kind, id, child_id, day }: StaffHit, isManager: boolean): string {
  if (!isManager) return paths.roster;
  switch (kind) {
    case 'family':
    case 'child':
      return familyPath(id, child_id);
    case 'order':
      return orderPath(id);
    case 'camp':
    case 'session':
      return withQuery(staffPaths.managementSchedule, { week: day ?? '', place: id });
    case 'coach':
      return coachPath(id);
  }
}

type Link = readonly [label: string, href: string];
const { actions: actionWords } = words;

const contactLinks = ({ email, phone }: StaffHit): Link[] => [
  ...(email === undefined ? [] : [[actionWords.email, mailLink(email)] as const]),
  ...(phone === undefined
    ? []
    : [
        [actionWords.whatsapp, whatsappLink(phone, '')] as const,
        [actionWords.call, `tel:${phone}`] as const,
      ]),
];

/** Returns what an admin can do with a result. What is needed most often comes first. */
function linksOf(hit: StaffHit): Link[] {
  const { kind, id, title, day, until } = hit;
  const begins = day ?? today();
  switch (kind) {
    case 'family':
    case 'child':
      return [...contactLinks(hit), [actionWords.sell, withQuery(paths.sales, { family: id })]];
    case 'order':
      return [
        [actionWords.refund, `${orderPath(id)}&refund=`],
        [actionWords.actFor, managePath(id)],
        [actionWords.receipt, `${managePath(id)}&receipt=`],
      ];
    case 'camp':
    case 'session':
      return [
        [actionWords.roster, rosterPath(begins, until)],
        [actionWords.message, withQuery(staffPaths.managementFamilyChats, { place: id })],
        ...((until ?? begins) < today() || kind === 'session'
          ? []
          : [[actionWords.addChild, withQuery(paths.sales, { camp: id })] as const]),
        [actionWords.orders, withQuery(staffPaths.managementOrders, { item: id })],
      ];
    case 'coach':
      return [
        [actionWords.sessions, withQuery(staffPaths.managementSchedule, { view: 'list', search: title })],
      ];
  }
}

/**
 * Returns the link to a camp's roster. For a camp that takes place now, this is today's roster. For any other, it is
 * that of the first day.
 */
function rosterPath(begins: string, until: string | null): string {
  const now = today();
  const day = begins <= now && now <= (until ?? begins) ? now : begins;
  return day === now ? paths.roster : withQuery(paths.roster, { day });
}

const actionRows = (hit: StaffHit, at: number): Row[] =>
  linksOf(hit).map(([title, href], index) => ({
    id: `hit-${at}-action-${index}`,
    kind: 'action',
    title,
    detail: hit.title,
    href,
  }));

function whenOf({ day, until, time }: StaffHit): string | null {
  const days = day && (until ? formatDays(day, until) : formatDate(day));
  return [days, time && formatTime(time)].filter(Boolean).join(', ') || null;
}

export const rowOf = (hit: StaffHit, isManager: boolean, at: number): Row => ({
  id: `hit-${at}`,
  kind: hit.kind,
  title: hit.title,
  detail: [hit.text, whenOf(hit), hit.cents === null ? null : formatMoney(hit.cents)]
    .filter(Boolean)
    .join(' · '),
  href: hrefOf(hit, isManager),
  ...(isManager && { actions: actionRows(hit, at) }),
});

/** Returns links to the complete lists, because the search returns at most twenty rows. */
export const listsWith = (text: string): Row[] => [
  {
    id: 'all-families',
    kind: 'family',
    title: words.allFamilies(text),
    detail: '',
    href: withQuery(staffPaths.managementFamilies, { search: text }),
  },
  {
    id: 'all-orders',
    kind: 'order',
    title: words.allOrders(text),
    detail: '',
    href: withQuery(staffPaths.managementOrders, { search: text }),
  },
];
