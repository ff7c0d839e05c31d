import { formatMoney } from './format.ts';
import type { OrderLineView } from './orders.ts';

// How a line's price came about: the same at the checkout, on pages and in mails.

/** `first early bird`; the listed price has no name of its own. */
export const rungNote = (id: string | null): string =>
  id === null || id === 'listed' ? '' : id === 'first' || id === 'second' ? `${id} early bird` : 'early bird';

/**
 * What a line's price is made of, where that is more than its price: `first early bird S$490, sibling rebate −S$50`.
 * Beside a child of the same camp who got another price, the listed price is called so.
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
    line.carried_cents && `already paid ${formatMoney(-line.carried_cents)}`,
  ].filter((words) => typeof words === 'string');
  if (rung === '' && changes.length === 0) return null;
  return [[rung, formatMoney(line.price_cents)].filter(Boolean).join(' '), ...changes].join(', ');
}
