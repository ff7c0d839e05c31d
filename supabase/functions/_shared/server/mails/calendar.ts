import { ICalEventStatus, type ICalEventData } from 'ical-generator';
import { appointmentId, campAppointment, classAppointment } from '../../contract/appointments.ts';
import { calendarOf, withReminders } from '../calendar.ts';
import type { CancelledByUsPayload } from './CancelledByUs.tsx';
import { campsOf, type MailOrder, sessionsOf, removedEvents } from './order.ts';
import type { Copy } from './party-mails.ts';
import type { ClassBookedPayload } from './pass-payloads.ts';
import type { ChangedPlace } from './place-change.ts';

const FIRST_YEAR_MS = Date.UTC(2026, 0, 1);

/**
 * Returns the number of a calendar event's version. Calendars accept a correction only if its number is higher, so the
 * number is the time in seconds.
 */
const sequenceAt = (at: string): number => Math.floor((Date.parse(at) - FIRST_YEAR_MS) / 1000);

/**
 * Returns the calendar file of an order, or null if it has no appointments. The same order always gives the same text,
 * because a mail that is sent again must not differ.
 */
export function calendarFile(order: MailOrder, siteUrl: string): string | null {
  const named = (placeId: string, startsAt: string) => ({
    id: appointmentId(order.number, placeId, hostOf(siteUrl)),
    stamp: new Date(order.paid_at ?? startsAt),
    // The new place may have been booked and cancelled before, so its number must be higher.
    ...('moved' in order && order.at && { sequence: sequenceAt(order.at), stamp: new Date(order.at) }),
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
  const cancelled =
    order.at === undefined ? [] : cancelledEvents(removedEvents(order), order.at, siteUrl, 'Cancelled');
  return events.length + cancelled.length === 0
    ? null
    : calendarOf('Bookings', [...cancelled, ...events.map(withReminders)]);
}

function cancelledEvents(
  places: ReturnType<typeof removedEvents>,
  at: string,
  siteUrl: string,
  word: string,
): ICalEventData[] {
  return places.flatMap(({ number, session, camp }) => {
    const place = session
      ? { id: session.session_id, ...classAppointment(session) }
      : camp && { id: camp.camp_id, ...campAppointment(camp) };
    if (!place) return [];
    const { id, start, end, summary, repeating } = place;
    return {
      id: appointmentId(number, id, hostOf(siteUrl)),
      sequence: sequenceAt(at),
      stamp: new Date(at),
      start,
      end,
      repeating,
      summary: `${word}: ${summary}`,
      status: ICalEventStatus.CANCELLED,
    };
  });
}

/**
 * Returns the file for the classes that were booked with credits. After a move, it also has the previous class as
 * cancelled. Returns null if no order sold the pass.
 */
export function bookedFile({ classes, left_places, at }: ClassBookedPayload, siteUrl: string) {
  const booked = classes.flatMap(({ order_number: number, session }) =>
    number === null
      ? []
      : withReminders({
          id: appointmentId(number, session.session_id, hostOf(siteUrl)),
          // The class may have been booked and cancelled before, so its number must be higher.
          sequence: sequenceAt(at),
          stamp: new Date(at),
          ...classAppointment(session, number),
        }),
  );
  const events = [...cancelledEvents(removedEvents({ left_places }), at, siteUrl, 'Cancelled'), ...booked];
  return events.length === 0 ? null : { filename: 'booked.ics', content: calendarOf('Bookings', events) };
}

/**
 * Returns the file that removes a cancelled place from calendars. Returns null if the place is in no calendar, or if a
 * sibling of the same order still goes there.
 */
export function cancelledFile({ left_places, at }: Pick<MailOrder, 'left_places' | 'at'>, siteUrl: string) {
  const cancelled = removedEvents({ left_places });
  if (at === undefined || cancelled.length === 0) return null;
  const events = cancelledEvents(cancelled, at, siteUrl, 'Cancelled');
  return { filename: 'cancelled.ics', content: calendarOf('Bookings', events) };
}

/**
 * Returns the file that removes places which we cancelled from calendars. Returns null if the places were not bought
 * with an order. In that case no mail had a calendar file, and only the family's own feed shows the change.
 */
export function cancelledByUsFile({ cancelled_by_us, at }: CancelledByUsPayload, siteUrl: string) {
  const cancelled = cancelled_by_us.flatMap(({ numbers, session = null, camp = null }) =>
    numbers.map((number) => ({ number, session, camp })),
  );
  if (cancelled.length === 0) return null;
  const events = cancelledEvents(cancelled, at, siteUrl, 'Cancelled');
  return { filename: 'cancelled.ics', content: calendarOf('Bookings', events) };
}

/**
 * Returns events with the same ids as those of the confirmation, which they replace. Returns null if no order bought
 * the place.
 */
export function changedFile({ orders, at, is: { session, camp } }: ChangedPlace, siteUrl: string) {
  const events = orders.flatMap(({ number, ...travel }) => {
    const place = session
      ? { id: session.session_id, ...classAppointment(session, number) }
      : camp && { id: camp.camp_id, ...campAppointment(camp, travel, number) };
    if (!place) return [];
    const id = appointmentId(number, place.id, hostOf(siteUrl));
    return { ...place, id, sequence: sequenceAt(at), stamp: new Date(at) };
  });
  if (events.length === 0) return null;
  return { filename: 'changed.ics', content: calendarOf('Bookings', events.map(withReminders)) };
}

/**
 * Returns the calendar file of a party. If it is cancelled, the event has the same id, and calendars use the file with
 * the later stamp.
 */
export function partyFile(party: Copy, siteUrl: string, cancelledByUs = false): string {
  const event = {
    id: `${party.response_id}@${hostOf(siteUrl)}`,
    stamp: new Date(party.updated_at),
    start: new Date(party.starts_at),
    end: new Date(party.ends_at),
    status: cancelledByUs ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary: cancelledByUs ? `Cancelled: ${party.title}` : party.title,
    location: party.place,
  };
  return calendarOf('Parties', [cancelledByUs ? event : withReminders(event)]);
}

const hostOf = (siteUrl: string) => new URL(siteUrl).hostname;
