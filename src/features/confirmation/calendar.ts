import { travelOf } from '#contract/camp-day.ts';
import type { OrderView } from '#contract/orders.ts';
import type { BookedItem } from '#browser/calendar-file.ts';
import { placesOf } from './model.ts';

export const calendarPlaces = (order: OrderView): BookedItem[] =>
  placesOf(order).map(({ session, camp, lines }) => ({
    session,
    camp,
    travel: travelOf(lines),
    stamp: new Date(order.paid_at ?? (session ?? camp)?.starts_at ?? 0),
  }));

export async function downloadCalendar(order: OrderView): Promise<void> {
  const { saveOrderFile } = await import('#browser/calendar-file.ts');
  saveOrderFile(order.number, calendarPlaces(order));
}
