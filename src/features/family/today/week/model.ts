import type { FamilyDashboard, FamilyParty } from '#contract/family.ts';
import { addDays, momentOf, today as dayOf } from '#domain/dates.ts';
import { type Appointment, comingOf, pastOf } from '../model.ts';

/** `on` means that it takes place and the child comes, as far as we know. */
type EntryState = 'on' | 'away' | 'no_camp' | 'cancelled';

export interface Entry {
  appointment: Appointment;
  state: EntryState;
}

export interface Day {
  day: string;
  entries: Entry[];
  parties: FamilyParty[];
  /** True if the day is before today. */
  isOver: boolean;
  /** False if the day may have more than the family's data have. */
  isSure: boolean;
}

/** `get_family_dashboard` returns at most this many classes. */
export const MAX_CLASSES = 100;
/** It returns at most this many of the latest bookings until today. */
export const MAX_RECENT = 10;

/** The weeks of the coming year can be opened. */
const DAYS_AHEAD = 366;
export const lastMonday = (today: string): string => mondayOf(addDays(today, DAYS_AHEAD));

/** Returns the Monday of the week. All days are ISO dates. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/**
 * Returns the Monday that the address asks for. An address without a valid day of the coming year opens the
 * week of today, because the family's data start today.
 */
export function mondayFrom(asked: string | null, today: string): string {
  const isDay = asked !== null && /^\d{4}-\d\d-\d\d$/.test(asked) && !Number.isNaN(Date.parse(asked));
  return mondayOf(isDay && asked > today && asked <= addDays(today, DAYS_AHEAD) ? asked : today);
}

/** Returns the days of a week, each with all children's appointments and the family's parties. */
export function daysOf(family: FamilyDashboard, monday: string): Day[] {
  const appointments = [...pastOf(family), ...comingOf(family)];
  const isComplete = !mayHaveMore(family, monday);
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index)).map((day) => ({
    day,
    entries: appointments
      .filter(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)
      .map((appointment) => ({ appointment, state: stateOn(appointment, day) }))
      .sort(compareHours),
    parties: family.parties.filter(({ starts_at }) => dayOf(new Date(starts_at)) === day),
    isOver: day < family.today,
    isSure: isComplete && (day >= family.today || isRecentComplete(family, day)),
  }));
}

/** A day on which the latest bookings end may have had more of them. */
const isRecentComplete = ({ recentActivity }: FamilyDashboard, day: string): boolean =>
  recentActivity.length < MAX_RECENT || recentActivity.some(({ session_date }) => session_date < day);

function stateOn({ cancelledByUs, cancelledDays, absentDays }: Appointment, day: string): EntryState {
  if (cancelledByUs) return 'cancelled';
  if (cancelledDays.some((cancelled) => cancelled.day === day)) return 'no_camp';
  return absentDays.includes(day) ? 'away' : 'on';
}

/** A camp starts on each day at the hour of its first day. */
const hourOf = ({ appointment: { startsAt, firstDay } }: Entry): number =>
  Date.parse(startsAt) - Date.parse(momentOf(firstDay, '00:00'));
const compareHours = (a: Entry, b: Entry) =>
  hourOf(a) - hourOf(b) || a.appointment.child.localeCompare(b.appointment.child);

/**
 * Returns whether the week may have more classes than the family's data, which end with the hundredth class. Such a
 * week must not be shown as if it were complete.
 */
export function mayHaveMore({ upcomingBookings }: FamilyDashboard, monday: string): boolean {
  const last = upcomingBookings.at(-1);
  return (
    last !== undefined && upcomingBookings.length >= MAX_CLASSES && last.session_date <= addDays(monday, 6)
  );
}
