import type {
  CampFields,
  SchedulePlace,
  SessionFields,
  SiteState,
  SoldAs,
  WeekPlan,
} from '#contract/management-schedule.ts';
import { teamIds } from '#contract/teams.ts';
import { addDays } from '#domain/dates.ts';

const DAYS = 7;
const weekday = (day: string): number => (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % DAYS;

export const mondayOf = (day: string): string => addDays(day, -weekday(day));
const daysOf = (monday: string): string[] => Array.from({ length: DAYS }, (_, at) => addDays(monday, at));

export interface Week {
  days: { day: string; sessions: readonly SchedulePlace[] }[];
  /** `from` and `until`: columns of the week, beginning with 1; `until` is exclusive. */
  camps: { camp: SchedulePlace; from: number; until: number }[];
}

/** Sessions and camps of a week, at one place or at all. */
export function weekOf(monday: string, places: readonly SchedulePlace[], location: string): Week {
  const days = daysOf(monday);
  const shown = places.filter((place) => location === '' || place.location_id === location);
  return {
    days: days.map((day) => ({
      day,
      sessions: shown.filter(({ kind, first_day }) => kind === 'session' && first_day === day),
    })),
    camps: shown
      .filter(({ kind }) => kind === 'camp')
      .map((camp) => ({
        camp,
        from: camp.first_day < monday ? 1 : weekday(camp.first_day) + 1,
        until: camp.last_day > (days.at(-1) ?? monday) ? DAYS + 1 : weekday(camp.last_day) + 2,
      })),
  };
}

export const canCallOff = ({ is_cancelled_by_us, has_begun }: SchedulePlace): boolean =>
  !is_cancelled_by_us && !has_begun;

export interface Fill {
  booked: number;
  capacity: number;
  /** Places in open checkouts or offered to the waitlist. */
  held: number;
}
export function fillOf(places: readonly SchedulePlace[]): Fill {
  const on = places.filter(({ is_cancelled_by_us }) => !is_cancelled_by_us);
  const sum = (of: (place: SchedulePlace) => number) => on.reduce((all, place) => all + of(place), 0);
  return {
    booked: sum(({ booked }) => booked),
    capacity: sum(({ capacity }) => capacity),
    held: sum(({ taken, booked }) => Math.max(0, taken - booked)),
  };
}

/** `waiting`: a build was requested; `since`: when the current site was built. */
export type SiteLine =
  | { state: 'built'; since: string | null }
  | { state: 'waiting' | 'building' }
  | { state: 'failed' };

/** `changedAt`: when a camp was changed here, by the server's clock. A build that began earlier does not contain it. */
export function siteLine(site: SiteState, changedAt: string | null): SiteLine {
  if (site.site === 'building') return { state: 'building' };
  if (site.wishes > 0) return { state: 'waiting' };
  const hasIt = changedAt === null || (site.started_at !== null && site.started_at >= changedAt);
  if (!hasIt) return { state: 'waiting' };
  if (site.site === 'failed' || site.site === 'late') return { state: 'failed' };
  return { state: 'built', since: site.built_at };
}

export type Fields = Readonly<Record<string, unknown>>;
export const fieldsOf = ({ session, camp }: SchedulePlace): Fields => ({ ...(session ?? camp) });

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
export interface Difference {
  field: string;
  was: unknown;
  is: unknown;
}
export const differences = (seen: Fields, now: Fields): Difference[] =>
  Object.keys(now)
    .filter((field) => !same(seen[field], now[field]))
    .map((field) => ({ field, was: seen[field], is: now[field] }));

/** The fields of a draft that differ from what was shown. */
export const changesOf = (seen: Fields, draft: Fields): Fields =>
  Object.fromEntries(differences(seen, draft).map(({ field, is }) => [field, is]));

/** Classes are on weekends: the week's Saturday, or tomorrow if that has passed. */
export function nextClassDay(monday: string, today: string): string {
  const saturday = addDays(monday, 5);
  return saturday > today ? saturday : addDays(today, 1);
}

export function newSession(plan: WeekPlan, day: string): SessionFields {
  return {
    class_type_id: plan.class_types[0]?.id ?? '',
    // Weekly classes are at places that are not bases of camps.
    location_id: plan.locations.find(({ is_base }) => !is_base)?.id ?? plan.locations[0]?.id ?? '',
    coach_id: plan.coaches[0]?.id ?? null,
    session_date: day,
    session_time: '09:00',
    duration_minutes: 60,
    max_capacity: 6,
  };
}

export const tierOf = (plan: WeekPlan, tier: string): SoldAs | undefined =>
  plan.tiers.find((sold) => sold.tier === tier);

/** Adjusts a camp's teams and days to its tier. */
export function fittedToTier(camp: CampFields, sold: SoldAs | undefined): CampFields {
  const fitting = teamIds.filter((team) => sold?.teams.includes(team));
  return {
    ...camp,
    team_types: fitting.length > 0 ? fitting : camp.team_types,
    end_date: sold?.days ? addDays(camp.start_date, sold.days - 1) : camp.end_date,
  };
}

export function newCamp(plan: WeekPlan, monday: string): CampFields {
  const sold = plan.tiers.find(({ price_cents }) => price_cents !== null) ?? plan.tiers[0];
  const camp: CampFields = {
    name: sold?.title ?? '',
    tier: sold?.tier ?? 'spark',
    team_types: ['red'],
    location_id: plan.locations.find(({ is_base }) => is_base)?.id ?? '',
    start_date: monday,
    end_date: addDays(monday, 4),
    session_time_start: '09:00',
    session_time_end: '15:00',
    capacity: 20,
    is_active: true,
  };
  return fittedToTier(camp, sold);
}

/** Names of classes, places and coaches by id. */
export const namesOf = (plan: WeekPlan | null): ReadonlyMap<string, string> =>
  new Map(
    plan === null
      ? []
      : [...plan.class_types, ...plan.locations, ...plan.coaches].map(({ id, name }) => [id, name]),
  );
