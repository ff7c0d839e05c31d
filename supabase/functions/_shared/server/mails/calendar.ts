import ical, { ICalAlarmType, ICalCalendarMethod } from 'ical-generator';
import { brand } from '../../contract/brand.ts';
import { type MailOrder, sessionsOf } from './order.ts';

const HOUR_SECONDS = 3600;
const REMINDERS_SECONDS = [24 * HOUR_SECONDS, 2 * HOUR_SECONDS];

/**
 * The booked sessions as a calendar file, or null when there are none. Moments are written in UTC, which every
 * calendar turns into the right hour without knowing our time zone. Equal for equal orders, to the letter: a
 * mail that is sent again must be the same mail. Calendars are shared, so it says neither who comes nor the secret.
 */
export function calendarFile(order: MailOrder, siteUrl: string): string | null {
  const sessions = sessionsOf(order);
  if (sessions.length === 0) return null;
  const calendar = ical({
    name: brand.name,
    prodId: { company: brand.name, product: 'Bookings', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const session of sessions) {
    const event = calendar.createEvent({
      id: `${order.number}-${session.session_id}@${new URL(siteUrl).hostname}`,
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
  return calendar.toString();
}
