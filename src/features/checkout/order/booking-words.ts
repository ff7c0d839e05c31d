import { formatDays } from '#contract/format.ts';
import type { OrderLineView, OrderView } from '#contract/orders.ts';
import { formatDate, formatTime } from '../../../domain/dates.ts';

function placeOf({ title, session, camp }: OrderLineView): string {
  if (camp) return `${camp.name}, ${formatDays(camp.start_date, camp.end_date)}, ${camp.location_name}`;
  if (session)
    return `${session.class_type}, ${formatDate(session.session_date)}, ${formatTime(session.session_time)}, ${session.location_name}`;
  return title;
}

/** What an order is about, with its days and its place: "Spark Camp, Mon 7 – Wed 9 Dec 2026, Bishan". */
export const bookingWords = ({ lines }: Pick<OrderView, 'lines'>): string =>
  [...new Set(lines.map(placeOf))].join(' and ');
