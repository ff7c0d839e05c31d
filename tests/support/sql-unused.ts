import * as after from './sql-after.ts';
import { type TestDatabase } from './database.ts';
import * as shop from './sql-selling.ts';

export const session = (db: TestDatabase, capacity = 4) => after.session(db, after.dateIn(20), capacity);
export const pass = { offer_id: shop.term.id };
export const buy = async (db: TestDatabase) => after.buy(db, [{ ...pass, session_id: await session(db) }]);
export const lineOf = ({ lines }: after.Bought) => lines[0] ?? '';
export const canCancel = async (db: TestDatabase, bought: after.Bought) =>
  (await after.view(db, bought)).lines[0]?.can.cancel;
export const cents = async (db: TestDatabase, bought: after.Bought) =>
  (await after.refundsOf(db, bought.orderId)).map((refund) => refund.cents);

export async function book(db: TestDatabase, bought: after.Bought, session_id?: string): Promise<string> {
  const place = session_id ?? (await session(db));
  const [row] = await db.sql<[{ id: string }]>`
    select private.book(${place}, p.child_id, p.family_id, p.id) as id
    from public.passes p where p.order_line_id = ${lineOf(bought)}`;
  return row.id;
}
export const outcomes = {
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
  bought: after.Bought,
  ...fate: (keyof typeof outcomes)[]
): Promise<string[]> {
  const ids: string[] = [];
  for (const one of fate) {
    const id = await book(db, bought);
    await outcomes[one](db, id);
    ids.push(id);
  }
  return ids;
}
/** Moves the payment this many days back in Singapore, to that time of the day. */
export const paidAgo = (db: TestDatabase, bought: after.Bought, days: number, time: string) =>
  db.sql`update public.orders set paid_at =
      ((private.calendar_now() at time zone private.time_zone())::date - ${days}::integer + ${time}::time)
        at time zone private.time_zone() - private.calendar_shift()
    where id = ${bought.orderId}`;
/** Makes bookings that were cancelled too late count as missed, because the books' checks know no such status. */
export const countAsMissed = (db: TestDatabase, ids: string[]) =>
  db.sql`update public.bookings set status = 'booked', attended = coalesce(attended, false) where id = any (${ids})`;
export const statusOf = async (db: TestDatabase, ids: string[]) => {
  const rows = await db.sql<{ status: string }[]>`
    select status from public.bookings where id = any (${ids}) order by array_position(${ids}::uuid[], id)`;
  return rows.map(({ status }) => status);
};
