/** Passes of which some sessions are used and others are not, for the tests of refunds. */
import * as afterSale from './sql-after-sale.ts';
import { type TestDatabase } from './database.ts';
import * as shop from './sql-selling.ts';

export const makeSession = (db: TestDatabase, capacity = 4) =>
  afterSale.makeSession(db, afterSale.dateIn(20), capacity);
export const passLine = { offer_id: shop.term.id };
export const buyPass = async (db: TestDatabase) =>
  afterSale.buy(db, [{ ...passLine, session_id: await makeSession(db) }]);
export const firstLine = ({ lines }: afterSale.BoughtOrder) => lines[0] ?? '';
export const readCancelTerms = async (db: TestDatabase, bought: afterSale.BoughtOrder) =>
  (await afterSale.viewOrder(db, bought)).lines[0]?.can.cancel;
export const readRefundedCents = async (db: TestDatabase, bought: afterSale.BoughtOrder) =>
  (await afterSale.readRefunds(db, bought.orderId)).map((refund) => refund.cents);

export async function bookSession(
  db: TestDatabase,
  bought: afterSale.BoughtOrder,
  session_id?: string,
): Promise<string> {
  const place = session_id ?? (await makeSession(db));
  const [row] = await db.sql<[{ id: string }]>`
    select private.book(${place}, p.child_id, p.family_id, p.id) as id
    from public.passes p where p.order_line_id = ${firstLine(bought)}`;
  return row.id;
}
export const setOutcome = {
  attended: (db: TestDatabase, id: string) =>
    db.sql`update public.bookings set attended = true where id = ${id}`,
  missed: (db: TestDatabase, id: string) =>
    db.sql`update public.bookings set attended = false where id = ${id}`,
  // The booking was cancelled too late for its credit to return.
  late: (db: TestDatabase, id: string) =>
    db.sql`update public.bookings set status = 'cancelled' where id = ${id}`,
};
export async function useCredits(
  db: TestDatabase,
  bought: afterSale.BoughtOrder,
  ...fate: (keyof typeof setOutcome)[]
): Promise<string[]> {
  const ids: string[] = [];
  for (const one of fate) {
    const id = await bookSession(db, bought);
    await setOutcome[one](db, id);
    ids.push(id);
  }
  return ids;
}
/** Moves the payment this many days back in Singapore, to that time of the day. */
export const setPaidDaysAgo = (db: TestDatabase, bought: afterSale.BoughtOrder, days: number, time: string) =>
  db.sql`update public.orders set paid_at =
      ((private.calendar_now() at time zone private.time_zone())::date - ${days}::integer + ${time}::time)
        at time zone private.time_zone() - private.calendar_shift()
    where id = ${bought.orderId}`;
/** Makes bookings that were cancelled too late count as missed, because the books' checks know no such status. */
export const countAsMissed = (db: TestDatabase, ids: string[]) =>
  db.sql`update public.bookings set status = 'booked', attended = coalesce(attended, false) where id = any (${ids})`;
export const readStatuses = async (db: TestDatabase, ids: string[]) => {
  const rows = await db.sql<{ status: string }[]>`
    select status from public.bookings where id = any (${ids}) order by array_position(${ids}::uuid[], id)`;
  return rows.map(({ status }) => status);
};
