import type { StaffHit } from '#contract/staff-search.ts';
import { accountPath, paths } from '#config/paths.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { formatDate, formatDays, formatTime } from '#domain/dates.ts';
import { manages } from '#domain/managers.ts';
import { formatMoney } from '#domain/money.ts';
import type { Role } from '#domain/role.ts';
import { newIn } from '#ui/kit/new-in-address.ts';
import { settingLines, settingTopicNames } from '#ui/staff/setting-lines.ts';
import { searchMessages as words } from './messages.ts';

export interface Row {
  id: string;
  kind: keyof typeof words.kinds;
  title: string;
  detail: string;
  href: string;
}

/** The database does not search shorter texts. */
export const SEARCH_LEAST = 2;
/** The database does not search longer texts. */
export const SEARCH_MOST = 120;
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
  [staffPaths.deskClose, screens.deskClose],
  [staffPaths.managementDeskCloses, screens.deskCloses],
  [staffPaths.managementPromotions, screens.promotions],
  [newIn(staffPaths.managementPromotions), screens.newPromotion],
  [staffPaths.managementVouchers, screens.vouchers],
  [newIn(staffPaths.managementVouchers), screens.newVoucher],
  [staffPaths.managementReports, screens.reports],
  [paths.birthdayRsvps, screens.parties],
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
 * Returns the screens that the caller may open and whose name has a word with this beginning. Without
 * a text it returns all of them.
 */
export function findScreens(text: string, roles: readonly Role[]): Row[] {
  const query = text.trim().toLowerCase();
  const screens = manages(roles)
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
/** Managers find settings whose name or description contains each typed word. */
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

/** If the screen has an address for the result, the link opens it there. */
function hrefOf({ kind, id, title, day }: StaffHit, isManager: boolean): string {
  if (!isManager) return paths.roster;
  switch (kind) {
    case 'family':
    case 'child':
      return withQuery(staffPaths.managementFamilies, { family: id });
    case 'order':
      return withQuery(staffPaths.managementOrders, { order: id });
    case 'camp':
    case 'session':
      return withQuery(staffPaths.managementSchedule, { week: day ?? '', place: id });
    case 'coach':
      return withQuery(staffPaths.managementSchedule, { view: 'list', search: title });
  }
}

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
});

/** The search returns at most twenty rows, so these links lead to the complete lists. */
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
