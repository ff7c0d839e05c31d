import type { OrderView } from '#contract/orders.ts';
import { brand } from '../../config/brand.ts';

/**
 * The booked sessions as a calendar file. Moments are in UTC, which every calendar turns into the right
 * hour. Calendars are shared, so it names neither the child nor the secret.
 */
export async function calendarFile(order: OrderView, host: string): Promise<string> {
  const { default: ical } = await import('ical-generator');
  const calendar = ical({ name: brand.name });
  for (const { session } of order.lines) {
    if (!session) continue;
    calendar.createEvent({
      id: `${order.number}-${session.session_id}@${host}`,
      stamp: new Date(order.paid_at ?? session.starts_at),
      start: new Date(session.starts_at),
      end: new Date(session.ends_at),
      summary: `${session.class_type}, ${brand.name}`,
      description: `Order ${order.number}.${session.coach_name ? ` Coach: ${session.coach_name}.` : ''}`,
      location: [session.location_name, session.location_address].filter(Boolean).join(', '),
    });
  }
  return calendar.toString();
}

/** Hands the file to the browser. */
export async function downloadCalendar(order: OrderView): Promise<void> {
  const file = new Blob([await calendarFile(order, location.hostname)], {
    type: 'text/calendar;charset=utf-8',
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `${order.number}.ics`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
