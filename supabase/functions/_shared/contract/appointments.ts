import { brand } from './brand.ts';
import { campMoments, extendedDayMessage, rideMessage, type Hours, type Travel } from './camp-day.ts';
import { placeAddress } from './place-names.ts';

// A class or a camp has the same calendar entry in a mail's file, on a page and in a family's feed. Times are in UTC,
// which every calendar converts. Calendars are shared, so entries contain no child and no secret.

/** Seconds before an appointment at which its calendar reminds. */
export const REMINDERS_SECONDS = [24 * 3600, 2 * 3600] as const;

export interface Appointment {
  start: Date;
  end: Date;
  /** The recurrence rule (RFC 5545) of an appointment that lasts several days. Otherwise null. */
  repeating: string | null;
  summary: string;
  description: string | null;
  location: string | null;
}

interface Location {
  location_name: string;
  location_address: string | null;
}
/** A class session. Times are in ISO 8601. */
export interface Class extends Location {
  class_type: string;
  starts_at: string;
  ends_at: string;
  coach_name: string | null;
}
/** A camp. `starts_at` and `ends_at` are the programme's times on the first day. */
export interface Camp extends Location, Hours {
  name: string;
  start_date: string;
  end_date: string;
  starts_at: string;
  ends_at: string;
}

const DAY_MS = 24 * 3600 * 1000;
const sentences = (all: (string | null | undefined | false)[]) => all.filter(Boolean).join(' ') || null;
const locationOf = ({ location_name, location_address }: Location) =>
  placeAddress(location_name, location_address);

/** Returns the rule (RFC 5545) of an appointment that repeats daily, both days included. Returns null for one day. */
export function daily(first: string, last: string): string | null {
  const days = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
  return days > 1 ? `RRULE:FREQ=DAILY;COUNT=${days}` : null;
}

/** Returns the appointment of a class session. `order` is the number of the order that bought it. */
export const classAppointment = (session: Class, order?: string): Appointment => ({
  start: new Date(session.starts_at),
  end: new Date(session.ends_at),
  repeating: null,
  summary: `${session.class_type}, ${brand.name}`,
  description: sentences([order && `Order ${order}.`, session.coach_name && `Coach: ${session.coach_name}.`]),
  location: locationOf(session),
});

/**
 * Returns the appointment for all days of a camp, with the transport. A child who is collected at home needs no
 * location.
 */
export const campAppointment = (
  camp: Camp,
  travel: Travel = { comes: true, rides: false },
  order?: string,
): Appointment => ({
  ...campMoments(camp),
  repeating: daily(camp.start_date, camp.end_date),
  summary: `${camp.name}, ${brand.name}`,
  description: sentences([order && `Order ${order}.`, extendedDayMessage(camp, travel), rideMessage(travel)]),
  location: travel.comes ? locationOf(camp) : null,
});

/** Returns the appointment of a camp, which begins on the day `first`, without these days. */
export function withoutDays(appointment: Appointment, first: string, days: readonly string[]): Appointment {
  if (appointment.repeating === null || days.length === 0) return appointment;
  const starts = days.map((day) => {
    const start = new Date(appointment.start.getTime() + Date.parse(day) - Date.parse(first));
    return start.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  });
  return { ...appointment, repeating: `${appointment.repeating}\r\nEXDATE:${starts.join(',')}` };
}

/** The calendar id of a place must be the same on the page, in the mail and in the cancellation. */
export const appointmentId = (order: string, placeId: string, host: string) => `${order}-${placeId}@${host}`;
