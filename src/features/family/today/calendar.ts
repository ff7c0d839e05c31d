import { brand } from '../../../config/brand.ts';
import { saveCalendar } from '../../../browser/calendar-file.ts';
import type { Coming } from './model.ts';

const REMINDERS_SECONDS = [24 * 3600, 2 * 3600];

/** One appointment as a calendar file; calendars are shared, so it names no child. */
async function calendarFile(coming: Coming, host: string, now = new Date()): Promise<string> {
  const { default: ical, ICalAlarmType, ICalEventRepeatingFreq } = await import('ical-generator');
  const days = (Date.parse(coming.lastDay) - Date.parse(coming.firstDay)) / 86_400_000 + 1;
  const calendar = ical({ name: brand.name });
  const event = calendar.createEvent({
    id: `${coming.kind}-${coming.id}@${host}`,
    stamp: now,
    start: new Date(coming.startsAt),
    end: new Date(coming.endsAt),
    ...(days > 1 && { repeating: { freq: ICalEventRepeatingFreq.DAILY, count: days } }),
    summary: `${coming.title}, ${brand.name}`,
    description: coming.coach === null ? '' : `Coach: ${coming.coach}.`,
    location: [coming.place, coming.address].filter(Boolean).join(', '),
  });
  for (const triggerBefore of REMINDERS_SECONDS)
    event.createAlarm({ type: ICalAlarmType.display, triggerBefore, description: coming.title });
  return calendar.toString();
}

export async function downloadAppointment(coming: Coming): Promise<void> {
  saveCalendar(`${coming.title} ${coming.firstDay}`, await calendarFile(coming, location.hostname));
}
