import { formatMoney } from './format.ts';
import type { OrderLineView } from './orders.ts';

/** Returns for example `first early bird`. It is empty for the listed price, which has no name. */
export const rungNote = (id: string | null): string =>
  id === null || id === 'listed' ? '' : id === 'first' || id === 'second' ? `${id} early bird` : 'early bird';

/**
 * Returns for example `first early bird S$490, sibling rebate −S$50`. The listed price is named if another child's
 * price differs.
 */
export function priceNotes(
  line: OrderLineView,
  lines: readonly Pick<OrderLineView, 'camp' | 'rung_id'>[] = [],
): string | null {
  const isSplit =
    line.camp !== null &&
    lines.some(({ camp, rung_id }) => camp?.camp_id === line.camp?.camp_id && rung_id !== line.rung_id);
  const rung = rungNote(line.rung_id) || (isSplit ? 'listed price' : '');
  const changes = [
    line.rebate_cents > 0 && `sibling rebate ${formatMoney(-line.rebate_cents)}`,
    line.discount_cents > 0 && `code ${formatMoney(-line.discount_cents)}`,
    line.transport &&
      `${line.transport.title} ${line.transport_cents > 0 ? formatMoney(line.transport_cents) : 'included'}`,
    line.transferred_cents && `already paid ${formatMoney(-line.transferred_cents)}`,
  ].filter((words) => typeof words === 'string');
  if (rung === '' && changes.length === 0) return null;
  return [[rung, formatMoney(line.price_cents)].filter(Boolean).join(' '), ...changes].join(', ');
}
