import type { FamilyBooking, FamilyChild, FamilyDashboard, FamilyNotification } from '#contract/family.ts';
import type { FamilyCamp } from '#contract/family-camps.ts';
import { campMoments } from '#contract/camp-day.ts';
import type { TeamId } from '#contract/teams.ts';
import { addDays } from '#domain/dates.ts';
import { isolated } from '#domain/isolated.ts';

/**
 * What the family's first screen shows of the dashboard. No I/O, no React. Moments as ISO 8601, `now` in milliseconds.
 */

const DAY_MS = 86_400_000;

export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** One appointment of a child: a class or a camp. */
export interface Coming {
  kind: 'session' | 'camp';
  /** Of the booking or enrolment. */
  id: string;
  childId: string;
  child: string;
  title: string;
  /** Of its first day. */
  startsAt: string;
  endsAt: string;
  /** First and last day, ISO dates. */
  firstDay: string;
  lastDay: string;
  place: string;
  address: string | null;
  coach: string | null;
  team: TeamId | null;
  calledOff: boolean;
  usesCredit: boolean;
  /** Of a class: until then cancelling gives the credit back. */
  returnsUntil: string | null;
  /** Opens the order that bought it. */
  orderId: string | null;
  /** Who may collect from this place alone. */
  collectors: string[];
}

const byBeginning = (a: Coming, b: Coming) =>
  Date.parse(a.startsAt) - Date.parse(b.startsAt) || a.child.localeCompare(b.child);

/** Classes and camps by their beginning. */
export const comingOf = ({ upcomingBookings, upcomingCamps }: FamilyDashboard): Coming[] =>
  [...upcomingBookings.map(ofBooking), ...upcomingCamps.map(ofCamp)].sort(byBeginning);

const ofBooking = (booking: FamilyBooking): Coming => ({
  kind: 'session',
  id: booking.id,
  childId: booking.child_id,
  child: booking.child.name,
  title: booking.session.class_type.name,
  startsAt: booking.starts_at,
  endsAt: booking.ends_at,
  firstDay: booking.session_date,
  lastDay: booking.session_date,
  place: booking.session.location.name,
  address: booking.session.location.address,
  coach: booking.session.coach?.name ?? null,
  team: booking.session.team,
  calledOff: booking.session.cancelled,
  usesCredit: booking.pass_id !== null,
  returnsUntil: booking.credit_returns_until,
  orderId: null,
  collectors: booking.order_collectors,
});

function ofCamp({ id, child_id, child, camp, cancelled, order_id, order_collectors }: FamilyCamp): Coming {
  const { start, end } = campMoments(camp);
  return {
    kind: 'camp',
    id,
    childId: child_id,
    child: child.name,
    title: camp.name,
    startsAt: start.toISOString(),
    endsAt: end.toISOString(),
    firstDay: camp.start_date,
    lastDay: camp.end_date,
    place: camp.location_name,
    address: camp.location_address,
    coach: null,
    team: null,
    calledOff: cancelled,
    usesCredit: false,
    returnsUntil: null,
    orderId: order_id,
    collectors: order_collectors,
  };
}

/** What comes next: everybody who is at the same place at the same time goes together. */
export interface Next {
  first: Coming;
  names: string[];
  children: string[];
  /** Who may collect from there alone, besides those on the children's lists. */
  collectors: string[];
}

export function nextOf(coming: readonly Coming[], now: number): Next | null {
  const open = coming
    .flatMap((one) => (one.calledOff ? [] : (fromDayAhead(one, now) ?? [])))
    .sort(byBeginning);
  const [first] = open;
  if (!first) return null;
  const together = open.filter(
    ({ startsAt, place, kind }) =>
      startsAt === first.startsAt && place === first.place && kind === first.kind,
  );
  return {
    first,
    names: together.map(({ child }) => child),
    children: together.map(({ childId }) => childId),
    collectors: together.flatMap(({ collectors }) => collectors),
  };
}

/** From its first day that is not over; null after the last. */
function fromDayAhead(one: Coming, now: number): Coming | null {
  const past = Math.max(0, Math.floor((now - Date.parse(one.endsAt)) / DAY_MS) + 1);
  const firstDay = addDays(one.firstDay, past);
  const later = (moment: string) => new Date(Date.parse(moment) + past * DAY_MS).toISOString();
  return firstDay > one.lastDay
    ? null
    : { ...one, firstDay, startsAt: later(one.startsAt), endsAt: later(one.endsAt) };
}

/** "Kai", "Kai and Lina", "Kai, Lina and Max". */
export function listed(all: readonly string[]): string {
  const names = all.map(isolated);
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

/** Who may come for the children of what is next besides a parent, each once. */
export const pickupOf = (
  children: readonly FamilyChild[],
  next: Pick<Next, 'children' | 'collectors'>,
): string[] => [
  ...new Set([
    ...children.filter(({ id }) => next.children.includes(id)).flatMap(({ pickup }) => pickup),
    ...next.collectors,
  ]),
];

/** One thing that a parent should look at; what SQL notifies of, and what the rest of its answer says. */
export type Task =
  | FamilyNotification
  | { kind: 'renewal_unpaid'; child_id: string; title: string }
  | { kind: 'doctor_phone_missing' | 'photo_unsaid'; child_id: string };

/**
 * The most urgent first; of a child whose health nobody has told of, nothing smaller is asked, and of who has no child
 * yet nothing but what a booking told: the first step is the child.
 */
export function tasksOf({ notifications, children, passes }: FamilyDashboard): Task[] {
  if (children.length === 0) return notifications.filter(({ kind }) => kind === 'proposals_waiting');
  const own = children.filter(({ standing }) => standing === 'own');
  const unpaid = passes.filter(({ subscription }) => subscription?.status === 'past_due');
  const lacks = (detail: 'doctor_phone' | 'photo', kind: 'doctor_phone_missing' | 'photo_unsaid'): Task[] =>
    own
      .filter(
        ({ details_missing }) => details_missing.includes(detail) && !details_missing.includes('health'),
      )
      .map(({ id }) => ({ kind, child_id: id }));
  return [
    ...unpaid.map(({ child_id, title }): Task => ({ kind: 'renewal_unpaid', child_id, title })),
    ...notifications,
    ...lacks('doctor_phone', 'doctor_phone_missing'),
    ...lacks('photo', 'photo_unsaid'),
  ];
}

/** Days before a birthday at which a party is spoken of, and days that a party needs. */
const PARTY_FROM_DAYS = 120;
const PARTY_UNTIL_DAYS = 14;

/** Whose birthday comes soon enough to plan a party for, and which one it is. `today`: ISO date. */
export function nextBirthday(children: readonly FamilyChild[], today: string) {
  const all = children.flatMap(({ name, dob, standing }) => {
    const day = birthdayAfter(dob, today);
    const days = (Date.parse(day) - Date.parse(today)) / DAY_MS;
    const years = Number(day.slice(0, 4)) - Number(dob.slice(0, 4));
    const isSoon = days >= PARTY_UNTIL_DAYS && days <= PARTY_FROM_DAYS;
    return standing === 'own' && isSoon ? [{ name, day, days, years }] : [];
  });
  return all.sort((a, b) => a.days - b.days)[0] ?? null;
}

/** Born on 29 February: on 1 March of a year without one. */
function birthdayAfter(dob: string, today: string): string {
  const thisYear = Number(today.slice(0, 4));
  const inYear = (year: number) =>
    new Date(Date.UTC(year, Number(dob.slice(5, 7)) - 1, Number(dob.slice(8)))).toISOString().slice(0, 10);
  return inYear(thisYear) > today ? inYear(thisYear) : inYear(thisYear + 1);
}

/** Share of the sessions with a roll to which the child came, in percent; null where no roll was taken. */
export const turnedUp = ({ marked, attended }: FamilyChild['sessions']): number | null =>
  marked === 0 ? null : Math.round((100 * attended) / marked);

/** The pass whose credits are spent next. */
export const passOf = ({ passes }: FamilyDashboard, childId: string) =>
  passes.find((pass) => pass.child_id === childId && pass.is_valid && pass.credits > 0) ??
  passes.find((pass) => pass.child_id === childId && pass.is_valid) ??
  null;

/** The last one, where no valid one is left. */
export const endedPassOf = ({ passes }: FamilyDashboard, childId: string) =>
  passes.filter((pass) => pass.child_id === childId && !pass.is_valid).at(-1) ?? null;
