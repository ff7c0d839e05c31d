import { ICalEventStatus } from 'ical-generator';
import { appointmentId, campAppointment, classAppointment } from '../../contract/appointments.ts';
import { calendarOf, withReminders } from '../calendar.ts';
import type { CalledOffPayload } from './CalledOff.tsx';
import { campsOf, type LeftPlace, type MailOrder, sessionsOf } from './order.ts';
import type { Copy } from './party-mails.ts';

/**
 * The booked sessions and camps as a calendar file, or null when there are none. Equal for equal orders, to the letter:
 * a mail that is sent again must be the same mail.
 */
export function calendarFile(order: MailOrder, siteUrl: string): string | null {
  const named = (placeId: string, startsAt: string) => ({
    id: appointmentId(order.number, placeId, hostOf(siteUrl)),
    stamp: new Date(order.paid_at ?? startsAt),
  });
  const events = [
    ...sessionsOf(order).map((session) => ({
      ...named(session.session_id, session.starts_at),
      ...classAppointment(session, order.number),
    })),
    ...campsOf(order).map((camp) => ({
      ...named(camp.camp_id, camp.starts_at),
      ...campAppointment(camp, camp, order.number),
    })),
  ];
  return events.length === 0
    ? null
    : calendarOf('Bookings', [
        ...events.map(withReminders),
        ...order.left_places.flatMap((left) => noLonger(left, order, siteUrl)),
      ]);
}

/** A place that was left, as the cancelled appointment that its confirmation had brought. */
function noLonger(left: LeftPlace, order: MailOrder, siteUrl: string) {
  const { number, session, camp, keeps_appointment } = left;
  const place = session
    ? { id: session.session_id, ...classAppointment(session) }
    : camp && { id: camp.camp_id, ...campAppointment(camp) };
  if (!place || keeps_appointment) return [];
  const { id, start, end, summary } = place;
  return [
    {
      id: appointmentId(number, id, hostOf(siteUrl)),
      // Later than what it replaces, and equal for equal mails.
      sequence: 1,
      stamp: new Date(order.paid_at ?? start),
      ...{ start, end, summary: `No longer booked: ${summary}` },
      status: ICalEventStatus.CANCELLED,
    },
  ];
}

/**
 * Corrects what a confirmation's file brought into a calendar: the same events by their names, as cancelled. Null where
 * there was no file, such as for a booking by a credit; the family's own feed says so by itself.
 */
export function calledOffFile({ numbers, at, session, camp }: CalledOffPayload, siteUrl: string) {
  const place = session
    ? { id: session.session_id, ...classAppointment(session) }
    : camp && { id: camp.camp_id, ...campAppointment(camp) };
  if (!place || numbers.length === 0) return null;
  const { id, start, end, summary } = place;
  const content = calendarOf(
    'Bookings',
    numbers.map((number) => ({
      id: appointmentId(number, id, hostOf(siteUrl)),
      // Later than what it replaces, and equal for equal mails.
      sequence: 1,
      stamp: new Date(at ?? start),
      ...{ start, end, summary: `Called off: ${summary}` },
      status: ICalEventStatus.CANCELLED,
    })),
  );
  return { filename: 'called-off.ics', content };
}

/**
 * A party as a calendar file. Its title and place are the team's words. Called off, it is the same event by its name,
 * as cancelled; of two files a calendar takes the later stamp.
 */
export function partyFile(party: Copy, siteUrl: string, calledOff = false): string {
  const event = {
    id: `${party.response_id}@${hostOf(siteUrl)}`,
    stamp: new Date(party.updated_at),
    start: new Date(party.starts_at),
    end: new Date(party.ends_at),
    status: calledOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary: calledOff ? `Called off: ${party.title}` : party.title,
    location: party.place,
  };
  return calendarOf('Parties', [calledOff ? event : withReminders(event)]);
}

const hostOf = (siteUrl: string) => new URL(siteUrl).hostname;
