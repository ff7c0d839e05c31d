import type { OrderView } from '#contract/orders.ts';
import { placeMessage } from '#contract/place-names.ts';
import { formatDate } from '#domain/dates.ts';
import type { Subject } from '#browser/order-memory.ts';
import { partOf } from './parts.ts';

/**
 * Returns the name of a part of the basket, for example "Spark Camp, East Coast, 7–9 Dec". Before the order is held,
 * only the first day is known.
 */
export function partName(part: Subject, order: Pick<OrderView, 'lines'> | null = null): string {
  const line = order?.lines.find((one) => partOf(one, [part]));
  const held = line ? placeMessage(line) : '';
  if (held !== '') return held;
  const { name, place = '', firstDay, campId, sessionId } = part;
  return [
    name,
    name.includes(place) ? '' : place,
    campId === null && sessionId === null ? '' : formatDate(firstDay, { year: false }),
  ]
    .filter((text) => text !== '')
    .join(', ');
}
