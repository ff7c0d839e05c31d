import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventRepeatingFreq } from 'ical-generator';
import { brand } from '../../contract/brand.ts';
import { campMoments, extendedDayWords, rideWords } from '../../contract/camp-day.ts';
import type { Copy } from './party-mails.ts';
import { type BookedCamp, campsOf, type MailOrder, sessionsOf } from './order.ts';

const DAY_MS = 24 * 3600 * 1000;
const HOUR_SECONDS = 3600;
const REMINDERS_SECONDS = [24 * HOUR_SECONDS, 2 * HOUR_SECONDS];

/**
 * The booked sessions and camps as a calendar file, or null when there are none. Moments are written in UTC, which every
 * calendar turns into the right hour without knowing our time zone. Equal for equal orders, to the letter: a
 * mail that is sent again must be the same mail. Calendars are shared, so it says neither who comes nor the secret.
 */
export function calendarFile(order: MailOrder, siteUrl: string): string | null {
  const sessions = sessionsOf(order);
  const camps = campsOf(order);
  if (sessions.length + camps.length === 0) return null;
  const calendar = ical({
    name: brand.name,
    prodId: { company: brand.name, product: 'Bookings', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const session of sessions) {
    const event = calendar.createEvent({
      id: placeEventId(order.number, session.session_id, siteUrl),
      stamp: new Date(order.paid_at ?? session.starts_at),
      start: new Date(session.starts_at),
      end: new Date(session.ends_at),
      summary: `${session.class_type}, ${brand.name}`,
      description: `Order ${order.number}.${session.coach_name ? ` With ${session.coach_name}.` : ''}`,
      location: [session.location_name, session.location_address].filter(Boolean).join(', '),
    });
    for (const triggerBefore of REMINDERS_SECONDS) {
      event.createAlarm({ type: ICalAlarmType.display, triggerBefore, description: session.class_type });
    }
  }
  for (const camp of camps) {
    const event = calendar.createEvent({
      id: placeEventId(order.number, camp.camp_id, siteUrl),
      stamp: new Date(order.paid_at ?? camp.starts_at),
      ...campMoments(camp),
      // Every day of the camp, at the same hours.
      repeating: { freq: ICalEventRepeatingFreq.DAILY, count: daysOf(camp) },
      summary: `${camp.name}, ${brand.name}`,
      description: [`Order ${order.number}.`, extendedDayWords(camp, camp), rideWords(camp)]
        .filter(Boolean)
        .join(' '),
      location: camp.comes ? [camp.location_name, camp.location_address].filter(Boolean).join(', ') : null,
    });
    for (const triggerBefore of REMINDERS_SECONDS) {
      event.createAlarm({ type: ICalAlarmType.display, triggerBefore, description: camp.name });
    }
  }
  return calendar.toString();
}

/** By which a calendar knows a place that an order bought, also when it is called off. */
export const placeEventId = (number: string, placeId: string, siteUrl: string) =>
  `${number}-${placeId}@${new URL(siteUrl).hostname}`;

/** A party as a calendar file. Its title and place are the team's words. */
export function partyFile(party: Copy, siteUrl: string): string {
  const calendar = ical({
    name: brand.name,
    prodId: { company: brand.name, product: 'Parties', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  });
  const event = calendar.createEvent({
    id: `${party.response_id}@${new URL(siteUrl).hostname}`,
    stamp: new Date(party.updated_at),
    start: new Date(party.starts_at),
    end: new Date(party.ends_at),
    summary: party.title,
    location: party.place,
  });
  for (const triggerBefore of REMINDERS_SECONDS) {
    event.createAlarm({ type: ICalAlarmType.display, triggerBefore, description: party.title });
  }
  return calendar.toString();
}

const daysOf = ({ start_date, end_date }: BookedCamp) =>
  Math.round((Date.parse(end_date) - Date.parse(start_date)) / DAY_MS) + 1;
