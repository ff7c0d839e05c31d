import type { FamilyBooking, FamilyChild, FamilyDashboard, FamilyNotification } from '#contract/family.ts';
import type { CancelledDay } from '#contract/camp-days.ts';
import type { FamilyCamp } from '#contract/family-camps.ts';
import { campMoments, type Travel } from '#contract/camp-day.ts';
import type { TeamId } from '#contract/teams.ts';
import { addDays } from '#domain/dates.ts';
import { isolateName } from '#domain/isolate-name.ts';

/** In this module, times are in ISO 8601, and `now` is in milliseconds. */

const DAY_MS = 86_400_000;

export interface Appointment {
  kind: 'session' | 'camp';
  id: string;
  childId: string;
  child: string;
  title: string;
  startsAt: string;
  endsAt: string;
  firstDay: string;
  lastDay: string;
  place: string;
  address: string | null;
  coach: string | null;
  team: TeamId | null;
  cancelledByUs: boolean;
  usesCredit: boolean;
  /** A parent who cancels a class before this time gets the credit back. Null for a camp. */
  returnsUntil: string | null;
  orderId: string | null;
  /** The days of a camp on which the child does not come, as the family said. */
  absentDays: string[];
  /** The days of a camp that we cancelled, and why. */
  cancelledDays: readonly CancelledDay[];
  /** The people who may collect the child from this booking only. */
  collectors: string[];
  /** True if we collect the child at home and bring it back. */
  rides: boolean;
}

const compareStart = (a: Appointment, b: Appointment) =>
  Date.parse(a.startsAt) - Date.parse(b.startsAt) || a.child.localeCompare(b.child);

export const comingOf = ({ upcomingBookings, upcomingCamps }: FamilyDashboard): Appointment[] =>
  [...upcomingBookings.map(fromBooking), ...upcomingCamps.map(fromCamp)].sort(compareStart);

/** Returns the classes and camps before today, as far back as the family's data have them. */
export const pastOf = ({ recentActivity, pastCamps, today }: FamilyDashboard): Appointment[] => [
  ...recentActivity
    .filter(({ status, session_date }) => status === 'booked' && session_date < today)
    .map(fromBooking),
  ...pastCamps.map(fromCamp),
];

const fromBooking = (booking: FamilyBooking): Appointment => ({
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
  cancelledByUs: booking.session.cancelled,
  usesCredit: booking.pass_id !== null,
  returnsUntil: booking.credit_returns_until,
  orderId: null,
  absentDays: [],
  cancelledDays: [],
  collectors: booking.order_collectors,
  rides: false,
});

function fromCamp({
  id,
  child_id,
  child,
  camp,
  cancelled,
  order_id,
  absent_days,
  cancelled_days,
  order_collectors,
  rides,
}: FamilyCamp): Appointment {
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
    cancelledByUs: cancelled,
    usesCredit: false,
    returnsUntil: null,
    orderId: order_id,
    absentDays: absent_days,
    cancelledDays: cancelled_days,
    collectors: order_collectors,
    rides,
  };
}

/** The next appointment, with all children who are at the same place at the same time. */
export interface NextAppointment {
  first: Appointment;
  names: string[];
  children: string[];
  /** The people who may collect from this booking only, in addition to those on the children's own lists. */
  collectors: string[];
  travel: Travel;
}

export function findNext(appointments: readonly Appointment[], now: number): NextAppointment | null {
  const open = appointments
    .flatMap((booking) => (booking.cancelledByUs ? [] : (toNextDay(booking, now) ?? [])))
    .sort(compareStart);
  const [first] = open;
  if (!first) return null;
  const sameTimeBookings = open.filter(
    ({ startsAt, place, kind }) =>
      startsAt === first.startsAt && place === first.place && kind === first.kind,
  );
  return {
    first,
    names: sameTimeBookings.map(({ child }) => child),
    children: sameTimeBookings.map(({ childId }) => childId),
    collectors: sameTimeBookings.flatMap(({ collectors }) => collectors),
    travel: {
      comes: sameTimeBookings.some(({ rides }) => !rides),
      rides: sameTimeBookings.some(({ rides }) => rides),
    },
  };
}

/** Returns the days of an appointment that have not ended and that we hold. */
export function openDays({ firstDay, lastDay, endsAt, cancelledDays }: Appointment, now: number): string[] {
  const past = Math.max(0, Math.floor((now - Date.parse(endsAt)) / DAY_MS) + 1);
  const days: string[] = [];
  for (let day = addDays(firstDay, past); day <= lastDay; day = addDays(day, 1))
    if (!cancelledDays.some((cancelled) => cancelled.day === day)) days.push(day);
  return days;
}

/** Returns the appointment on its first day that has not ended and on which the child comes, or null without one. */
function toNextDay(booking: Appointment, now: number): Appointment | null {
  const firstDay = openDays(booking, now).find((day) => !booking.absentDays.includes(day));
  if (firstDay === undefined) return null;
  const moveLater = (moment: string) =>
    new Date(Date.parse(moment) + Date.parse(firstDay) - Date.parse(booking.firstDay)).toISOString();
  return { ...booking, firstDay, startsAt: moveLater(booking.startsAt), endsAt: moveLater(booking.endsAt) };
}

/** Returns past classes. Those of today that have not started are left out, because their attendance is unknown. */
export const pastActivity = (activity: readonly FamilyBooking[], now: number): FamilyBooking[] =>
  activity.filter(
    ({ status, session, starts_at }) =>
      status === 'cancelled' || session.cancelled || Date.parse(starts_at) <= now,
  );

export function joinIsolatedNames(all: readonly string[]): string {
  const names = all.map(isolateName);
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

/** Returns the people besides the parents who may collect the children, each once. */
export const findPickup = (
  children: readonly FamilyChild[],
  next: Pick<NextAppointment, 'children' | 'collectors'>,
): string[] => [
  ...new Set([
    ...children.filter(({ id }) => next.children.includes(id)).flatMap(({ pickup }) => pickup),
    ...next.collectors,
  ]),
];

/** Something that a parent should do. It comes from SQL's notifications or from other parts of the dashboard. */
export type Task =
  | FamilyNotification
  | { kind: 'renewal_unpaid'; child_id: string; title: string }
  | { kind: 'doctor_phone_missing' | 'photo_unsaid'; child_id: string };

/**
 * Returns the tasks, the most urgent first. For a child without health information, smaller tasks are left out. A
 * family without children sees only proposals, because its first step is to add a child.
 */
export function buildTasks({ notifications, children, passes }: FamilyDashboard): Task[] {
  if (children.length === 0) return notifications.filter(({ kind }) => kind === 'proposals_waiting');
  const ownChildren = children.filter(({ status }) => status === 'own');
  const unpaid = passes.filter(({ subscription }) => subscription?.status === 'past_due');
  const missingTask = (
    detail: 'doctor_phone' | 'photo',
    kind: 'doctor_phone_missing' | 'photo_unsaid',
  ): Task[] =>
    ownChildren
      .filter(
        ({ details_missing }) => details_missing.includes(detail) && !details_missing.includes('health'),
      )
      .map(({ id }) => ({ kind, child_id: id }));
  return [
    ...unpaid.map(({ child_id, title }): Task => ({ kind: 'renewal_unpaid', child_id, title })),
    ...notifications,
    ...missingTask('doctor_phone', 'doctor_phone_missing'),
    ...missingTask('photo', 'photo_unsaid'),
  ];
}

/**
 * A party is suggested between this many days and `PARTY_UNTIL_DAYS` before a birthday, which leaves time to prepare
 * it.
 */
const PARTY_FROM_DAYS = 120;
const PARTY_UNTIL_DAYS = 14;

/**
 * Returns the child whose birthday is near enough to plan a party, with the child's new age. `today` is an ISO date.
 */
export function nextBirthday(children: readonly FamilyChild[], today: string) {
  const birthdays = children.flatMap(({ name, dob, status }) => {
    const day = birthdayAfter(dob, today);
    const days = (Date.parse(day) - Date.parse(today)) / DAY_MS;
    const years = Number(day.slice(0, 4)) - Number(dob.slice(0, 4));
    const isSoon = days >= PARTY_UNTIL_DAYS && days <= PARTY_FROM_DAYS;
    return status === 'own' && isSoon ? [{ name, day, days, years }] : [];
  });
  return birthdays.sort((a, b) => a.days - b.days)[0] ?? null;
}

/** Returns the next birthday. A child born on 29 February celebrates on 1 March in other years. */
function birthdayAfter(dob: string, today: string): string {
  const thisYear = Number(today.slice(0, 4));
  const inYear = (year: number) =>
    new Date(Date.UTC(year, Number(dob.slice(5, 7)) - 1, Number(dob.slice(8)))).toISOString().slice(0, 10);
  return inYear(thisYear) > today ? inYear(thisYear) : inYear(thisYear + 1);
}

/** Returns the percentage of recorded sessions that the child attended, or null if none was recorded. */
export const attendedPercent = ({ marked, attended }: FamilyChild['sessions']): number | null =>
  marked === 0 ? null : Math.round((100 * attended) / marked);

/** Returns the pass whose credits are used next. */
export const passOf = ({ passes }: FamilyDashboard, childId: string) =>
  passes.find((pass) => pass.child_id === childId && pass.is_valid && pass.credits > 0) ??
  passes.find((pass) => pass.child_id === childId && pass.is_valid) ??
  null;

/** Returns the pass that expired last, which the card shows if no valid pass is left. */
export const endedPassOf = ({ passes }: FamilyDashboard, childId: string) =>
  passes.filter((pass) => pass.child_id === childId && !pass.is_valid).at(-1) ?? null;
