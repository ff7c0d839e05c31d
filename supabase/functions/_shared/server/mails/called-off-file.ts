import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { brand } from '../../contract/brand.ts';
import { campMoments } from '../../contract/camp-day.ts';
import { placeEventId } from './calendar.ts';
import type { CalledOffPayload } from './CalledOff.tsx';

/**
 * Corrects what a confirmation's file brought into a calendar: the same events by their names, as cancelled. Null where
 * there was no file, such as for a booking by a credit; the family's own feed says so by itself.
 */
export function calledOffFile({ numbers, at, session, camp }: CalledOffPayload, siteUrl: string) {
  const place = session
    ? {
        ...{ id: session.session_id, summary: session.class_type },
        when: { start: new Date(session.starts_at), end: new Date(session.ends_at) },
      }
    : camp && { id: camp.camp_id, summary: camp.name, when: campMoments(camp) };
  if (!place || numbers.length === 0) return null;
  const calendar = ical({
    name: brand.name,
    prodId: { company: brand.name, product: 'Bookings', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const number of numbers)
    calendar.createEvent({
      id: placeEventId(number, place.id, siteUrl),
      // Later than what it replaces, and equal for equal mails.
      sequence: 1,
      stamp: new Date(at ?? place.when.start),
      ...place.when,
      status: ICalEventStatus.CANCELLED,
      summary: `Called off: ${place.summary}, ${brand.name}`,
    });
  return { filename: 'called-off.ics', content: calendar.toString() };
}
