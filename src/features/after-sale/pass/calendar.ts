import { brand } from '../../../config/brand.ts';
import { saveCalendar } from '../../../browser/calendar-file.ts';
import type { PassBooking } from './pass.ts';

const REMINDERS_SECONDS = [24 * 3600, 2 * 3600];

/**
 * The sessions of a pass that are ahead as a calendar file, with reminders. An appointment has the same name as in the
 * mail's file, so none stands there twice. It names neither the child nor the link.
 */
export async function calendarFile(
  number: string,
  bookings: readonly PassBooking[],
  host: string,
  now: Date = new Date(),
): Promise<string> {
  const { default: ical, ICalAlarmType } = await import('ical-generator');
  const calendar = ical({ name: brand.name });
  for (const { session } of bookings) {
    const event = calendar.createEvent({
      id: `${number}-${session.session_id}@${host}`,
      stamp: now,
      start: new Date(session.starts_at),
      end: new Date(session.ends_at),
      summary: `${session.class_type}, ${brand.name}`,
      description: `Order ${number}.${session.coach_name ? ` Coach: ${session.coach_name}.` : ''}`,
      location: [session.location_name, session.location_address].filter(Boolean).join(', '),
    });
    for (const triggerBefore of REMINDERS_SECONDS)
      event.createAlarm({ type: ICalAlarmType.display, triggerBefore, description: session.class_type });
  }
  return calendar.toString();
}

export async function downloadCalendar(number: string, bookings: readonly PassBooking[]): Promise<void> {
  saveCalendar(number, await calendarFile(number, bookings, location.hostname));
}
