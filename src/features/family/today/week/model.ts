import type { FamilyDashboard } from '#contract/family.ts';
import { addDays, momentOf } from '#domain/dates.ts';
import { type Appointment, comingOf } from '../model.ts';

/** `on` means that it takes place and the child comes, as far as we know. */
type EntryState = 'on' | 'away' | 'no_camp' | 'cancelled';

export interface Entry {
  appointment: Appointment;
  state: EntryState;
}

export interface Day {
  day: string;
  entries: Entry[];
}

/** `get_family_dashboard` returns at most this many classes. */
export const MAX_CLASSES = 100;

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

/** Returns the days of a week that are not over, each with all children's appointments. */
export function daysOf(family: FamilyDashboard, monday: string): Day[] {
  const appointments = comingOf(family);
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index))
    .filter((day) => day >= family.today)
    .map((day) => ({
      day,
      entries: appointments
        .filter(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)
        .map((appointment) => ({ appointment, state: stateOn(appointment, day) }))
        .sort(compareHours),
    }));
}

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
