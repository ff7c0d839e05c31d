import * as after from './sql-after.ts';
import { type TestDatabase } from './database.ts';
import * as shop from './sql-selling.ts';

export const pass = (session_id: string | null, offer_id = shop.term.id) => ({ offer_id, session_id });
export const choose = (db: TestDatabase, bought: after.Bought, p_choice: unknown, more: object = {}) =>
  after.manage(db, bought, 'choose_late', { p_choice }, more);

/** Pays an order after its hold has expired and its spot was sold to somebody else. */
export async function payLate(
  db: TestDatabase,
  lines: object[] = [],
  more: { split?: boolean } = {},
  offer = shop.term.id,
) {
  const soldOut = await after.session(db, after.dateIn(9), 1);
  const bought = await after.buy(db, [pass(soldOut, offer), ...(lines as { offer_id: string }[])], {
    ...more,
    late: true,
    before: () => shop.hold(db, soldOut),
  });
  return { soldOut, bought, line: bought.lines[0] ?? '' };
}
export const decisionOf = async (db: TestDatabase, bought: after.Bought) => {
  const [row] = await db.sql`
    select d.status, d.resolution, o.outcome from public.payment_decisions d join public.orders o on o.id = d.order_id
    where d.order_id = ${bought.orderId} and d.kind = 'paid_late'`;
  return row;
};
