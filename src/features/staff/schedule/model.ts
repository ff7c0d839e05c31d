import type {
  CampFields,
  ScheduleItem,
  SessionFields,
  SiteState,
  SoldAs,
  WeekPlan,
} from '#contract/management-schedule.ts';
import { teamIds } from '#contract/teams.ts';
import { addDays, today } from '#domain/dates.ts';

const DAYS = 7;
const weekday = (day: string): number => (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % DAYS;

export const mondayOf = (day: string): string => addDays(day, -weekday(day));
const daysOf = (monday: string): string[] =>
  Array.from({ length: DAYS }, (_, index) => addDays(monday, index));

/**
 * There are years of past classes, so without a state the list shows what is coming. If the chosen days begin or end
 * in the past, it shows all of them.
 */
export function withListState(
  { state, ...filter }: Readonly<Record<string, string>>,
  day: string = today(),
): Record<string, string> {
  const firstChosen = filter['from'] ?? filter['until'];
  const shown = state ?? (firstChosen !== undefined && firstChosen < day ? 'any' : 'coming');
  return shown === 'any' ? filter : { ...filter, state: shown };
}

export interface Week {
  days: { day: string; sessions: readonly ScheduleItem[] }[];
  /** `from` and `until` are columns of the week and start at 1. `until` is exclusive. */
  camps: { camp: ScheduleItem; from: number; until: number }[];
}

export function weekOf(monday: string, items: readonly ScheduleItem[], location: string): Week {
  const days = daysOf(monday);
  const sunday = addDays(monday, DAYS - 1);
  const shownItems = items.filter(
    ({ location_id, first_day, last_day }) =>
      first_day <= sunday && last_day >= monday && (location === '' || location_id === location),
  );
  return {
    days: days.map((day) => ({
      day,
      sessions: shownItems.filter(({ kind, first_day }) => kind === 'session' && first_day === day),
    })),
    camps: shownItems
      .filter(({ kind }) => kind === 'camp')
      .map((camp) => ({
        camp,
        from: camp.first_day < monday ? 1 : weekday(camp.first_day) + 1,
        until: camp.last_day > sunday ? DAYS + 1 : weekday(camp.last_day) + 2,
      })),
  };
}

/** Returns the first and the last day of a month's view. It shows complete weeks, so they are a Monday and a Sunday. */
export function daysOfMonth(month: string): { from: string; until: string } {
  const next = addDays(`${month}-28`, 4).slice(0, 7);
  const last = addDays(`${next}-01`, -1);
  return { from: mondayOf(`${month}-01`), until: addDays(mondayOf(last), DAYS - 1) };
}
export const stepMonth = (month: string, by: number): string =>
  by < 0 ? addDays(`${month}-01`, -1).slice(0, 7) : addDays(`${month}-28`, 4).slice(0, 7);

export function monthOf(month: string, items: readonly ScheduleItem[], location: string): Week[] {
  const { from, until } = daysOfMonth(month);
  const weeks: Week[] = [];
  for (let monday = from; monday <= until; monday = addDays(monday, DAYS))
    weeks.push(weekOf(monday, items, location));
  return weeks;
}

/**
 * Returns the widths of the columns. A day without sessions is narrow. It is twice as wide if a camp takes place on
 * this day of the week only, so that the camp's text fits.
 */
export function columnsOf({ days, camps }: Week): number[] {
  return days.map(({ sessions }, index) => {
    if (sessions.length > 0) return 3;
    return camps.some(({ from, until }) => from === index + 1 && until === from + 1) ? 2 : 1;
  });
}

/** Returns the sessions and camps of a week. Camps come first, as on the screen. */
export const itemsOf = ({ camps, days }: Week): ScheduleItem[] => [
  ...camps.map(({ camp }) => camp),
  ...days.flatMap(({ sessions }) => sessions),
];

/** The most sessions and camps that one call cancels or withdraws. */
export const ITEMS_MAX = 60;

export const canCancel = ({ is_cancelled_by_us, has_begun }: ScheduleItem): boolean =>
  !is_cancelled_by_us && !has_begun;

/** Returns the day whose roster the sheet leads to: today while it takes place, and otherwise its first day. */
export const rosterDay = (
  { first_day, last_day }: Pick<ScheduleItem, 'first_day' | 'last_day'>,
  today: string,
): string => (first_day <= today && last_day >= today ? today : first_day);

export interface Fill {
  booked: number;
  capacity: number;
  /** The number of spots in open checkouts, and of spots offered to the waitlist. */
  held: number;
}
export function fillOf(items: readonly ScheduleItem[]): Fill {
  const active = items.filter(({ is_cancelled_by_us }) => !is_cancelled_by_us);
  const sum = (numberOf: (item: ScheduleItem) => number) =>
    active.reduce((total, item) => total + numberOf(item), 0);
  return {
    booked: sum(({ booked }) => booked),
    capacity: sum(({ capacity }) => capacity),
    held: sum(({ taken, booked }) => Math.max(0, taken - booked)),
  };
}

/**
 * The state of the site. `waiting` means that a build was requested. `since` is the time when the current site was
 * built.
 */
export type SiteStatus =
  | { state: 'built'; since: string | null }
  | { state: 'waiting' | 'building' }
  | { state: 'failed' };

/**
 * Returns the state of the site. `changedAt` is the time of a change to a camp, by the server's clock. A build that
 * began earlier does not contain the change.
 */
export function siteStatus(site: SiteState, changedAt: string | null): SiteStatus {
  if (site.site === 'building') return { state: 'building' };
  if (site.wishes > 0) return { state: 'waiting' };
  const hasChange = changedAt === null || (site.started_at !== null && site.started_at >= changedAt);
  if (!hasChange) return { state: 'waiting' };
  if (site.site === 'failed' || site.site === 'late') return { state: 'failed' };
  return { state: 'built', since: site.built_at };
}

export type Fields = Readonly<Record<string, unknown>>;
export type KindFields = { kind: 'session'; fields: SessionFields } | { kind: 'camp'; fields: CampFields };

export function fieldsOf({ session, camp }: ScheduleItem): KindFields {
  if (session !== null) return { kind: 'session', fields: session };
  if (camp !== null) return { kind: 'camp', fields: camp };
  throw new Error('an item of the schedule is a session or a camp');
}

/** Returns a copy of a session or camp, a week later. A new one often starts as such a copy. */
export function aWeekLater(item: ScheduleItem): KindFields {
  const original = fieldsOf(item);
  if (original.kind === 'session')
    return {
      kind: 'session',
      fields: { ...original.fields, session_date: addDays(original.fields.session_date, DAYS) },
    };
  const { start_date, end_date } = original.fields;
  return {
    kind: 'camp',
    fields: {
      ...original.fields,
      start_date: addDays(start_date, DAYS),
      end_date: addDays(end_date, DAYS),
      is_active: true,
    },
  };
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
export interface Difference {
  field: string;
  was: unknown;
  is: unknown;
}
export const differences = (before: Fields, after: Fields): Difference[] =>
  Object.keys(after)
    .filter((field) => !isEqual(before[field], after[field]))
    .map((field) => ({ field, was: before[field], is: after[field] }));

/** Returns the fields that differ from those that the form was opened with. */
export const changesOf = (original: Fields, fields: Fields): Fields =>
  Object.fromEntries(differences(original, fields).map(({ field, is }) => [field, is]));

/**
 * Returns the day of a new class. Classes take place on weekends, so this is the week's Saturday, or tomorrow if that
 * Saturday has passed.
 */
export function nextClassDay(monday: string, today: string): string {
  const saturday = addDays(monday, 5);
  return saturday > today ? saturday : addDays(today, 1);
}

/** Returns the bases to choose from. The current base is one of them even if it is no longer offered. */
export const locationsFor = ({ locations }: WeekPlan, current: string): WeekPlan['locations'] =>
  locations.filter(({ id, is_offered }) => is_offered || id === current);

export function newSession(plan: WeekPlan, day: string): SessionFields {
  const offeredLocations = locationsFor(plan, '');
  return {
    class_type_id: plan.class_types[0]?.id ?? '',
    // Weekly classes take place at locations that are not bases of camps.
    location_id: offeredLocations.find(({ is_base }) => !is_base)?.id ?? offeredLocations[0]?.id ?? '',
    coach_id: plan.coaches[0]?.id ?? null,
    session_date: day,
    session_time: '09:00',
    duration_minutes: plan.class_types[0]?.fields.duration_minutes ?? 60,
    max_capacity: 6,
  };
}

export const tierOf = (plan: WeekPlan, tier: string): SoldAs | undefined =>
  plan.tiers.find((soldTier) => soldTier.tier === tier);

/** Returns a camp's teams and its last day as its tier decides them. */
export function fitToTier(
  { team_types, start_date, end_date }: Pick<CampFields, 'team_types' | 'start_date' | 'end_date'>,
  soldTier: SoldAs | undefined,
) {
  const allowedTeams = teamIds.filter((team) => soldTier?.teams.includes(team));
  return {
    team_types: allowedTeams.length > 0 ? allowedTeams : team_types,
    end_date: soldTier?.days ? addDays(start_date, soldTier.days - 1) : end_date,
  };
}

export function newCamp(plan: WeekPlan, monday: string): CampFields {
  const soldTier = plan.tiers.find(({ price_cents }) => price_cents !== null) ?? plan.tiers[0];
  const camp: CampFields = {
    name: soldTier?.title ?? '',
    tier: soldTier?.tier ?? '',
    team_types: ['red'],
    location_id: locationsFor(plan, '').find(({ is_base }) => is_base)?.id ?? '',
    start_date: monday,
    end_date: addDays(monday, 4),
    session_time_start: '09:00',
    session_time_end: '15:00',
    capacity: 20,
    is_active: true,
  };
  return { ...camp, ...fitToTier(camp, soldTier) };
}

export const namesOf = (plan: WeekPlan | null): ReadonlyMap<string, string> =>
  new Map(
    plan === null
      ? []
      : [...plan.class_types, ...plan.locations, ...plan.coaches].map(({ id, name }) => [id, name]),
  );
