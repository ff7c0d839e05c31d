import { campMoments, extendedDayWords, rideWords, travelOf } from '#contract/camp-day.ts';
import type { OrderView } from '#contract/orders.ts';
import { brand } from '../../config/brand.ts';
import { saveCalendar } from '../../browser/calendar-file.ts';
import { placesOf } from './model.ts';

const DAY_MS = 24 * 3600 * 1000;
const REMINDERS_SECONDS = [24 * 3600, 2 * 3600];

/**
 * The booked sessions and camps as a calendar file, with reminders. Moments are in UTC, which every calendar turns
 * into the right hour. Calendars are shared, so it names neither the child nor the secret.
 */
export async function calendarFile(order: OrderView, host: string): Promise<string> {
  const { default: ical, ICalAlarmType, ICalEventRepeatingFreq } = await import('ical-generator');
  const calendar = ical({ name: brand.name });
  for (const { session, camp, lines } of placesOf(order)) {
    const place = session ?? camp;
    if (!place) continue;
    const travel = travelOf(lines);
    const name = session?.class_type ?? camp?.name ?? '';
    const event = calendar.createEvent({
      id: `${order.number}-${session?.session_id ?? camp?.camp_id}@${host}`,
      stamp: new Date(order.paid_at ?? place.starts_at),
      ...(camp ? campMoments(camp) : { start: new Date(place.starts_at), end: new Date(place.ends_at) }),
      // Every day of a camp, at the same hours.
      repeating: camp && { freq: ICalEventRepeatingFreq.DAILY, count: daysOf(camp) },
      summary: `${name}, ${brand.name}`,
      description: [
        `Order ${order.number}.`,
        session?.coach_name && `Coach: ${session.coach_name}.`,
        extendedDayWords(camp, travel),
        rideWords(travel),
      ]
        .filter(Boolean)
        .join(' '),
      // Whoever is collected has nowhere to come to.
      location: travel.comes
        ? [place.location_name, place.location_address].filter(Boolean).join(', ')
        : null,
    });
    for (const triggerBefore of REMINDERS_SECONDS)
      event.createAlarm({ type: ICalAlarmType.display, triggerBefore, description: name });
  }
  return calendar.toString();
}

const daysOf = ({ start_date, end_date }: { start_date: string; end_date: string }) =>
  Math.round((Date.parse(end_date) - Date.parse(start_date)) / DAY_MS) + 1;

export async function downloadCalendar(order: OrderView): Promise<void> {
  saveCalendar(order.number, await calendarFile(order, location.hostname));
}
