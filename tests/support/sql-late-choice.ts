/** Orders that are paid after their hold expired, and what the family then chooses. */
import * as afterSale from './sql-after-sale.ts';
import { type TestDatabase } from './database.ts';
import * as shop from './sql-selling.ts';

export const passLine = (session_id: string | null, offer_id = shop.term.id) => ({ offer_id, session_id });
export const chooseLate = (
  db: TestDatabase,
  bought: afterSale.BoughtOrder,
  p_choice: unknown,
  more: object = {},
) => afterSale.manage(db, bought, 'choose_late', { p_choice }, more);

/** Pays an order after its hold has expired and its spot was sold to somebody else. */
export async function payLate(
  db: TestDatabase,
  lines: object[] = [],
  more: { split?: boolean } = {},
  offer = shop.term.id,
  soldOut?: string,
) {
  soldOut ??= await afterSale.makeSession(db, afterSale.dateIn(9), 1);
  const bought = await afterSale.buy(db, [passLine(soldOut, offer), ...(lines as { offer_id: string }[])], {
    ...more,
    isLate: true,
    beforePayment: () => shop.hold(db, soldOut),
  });
  return { soldOut, bought, line: bought.lines[0] ?? '' };
}
export const readDecision = async (db: TestDatabase, bought: afterSale.BoughtOrder) => {
  const [row] = await db.sql`
    select d.status, d.resolution, o.outcome from public.payment_decisions d join public.orders o on o.id = d.order_id
    where d.order_id = ${bought.orderId} and d.kind = 'paid_late'`;
  return row;
};
