/** Opens a shop in December 2089, holds and pays orders in it, and reads who got a spot. */
import type * as v from 'valibot';
import type { HeldOrder, OrderView } from '#contract/orders.ts';
import { createDatabase, type Caller, type TestDatabase } from './database.ts';
import * as camps from './sql-camps.ts';
import * as shop from './sql-selling.ts';
import { rpc, stopCalendar, visitor } from './sql.ts';

export type Held = v.InferOutput<typeof HeldOrder>;

/** A try-out offer, sold once per child. */
export const tryOutOffer = {
  ...shop.asPublished({ ...shop.tryout, id: 'pass-once' }),
  details: { ...shop.asPublished(shop.tryout).details, once_per_child: true },
};

/** Opens a shop on 1 December 2089, before its camps and sessions. Other offers may be passed. */
export async function openShop(...offers: { id: string }[]): Promise<TestDatabase> {
  const db = await createDatabase();
  await stopCalendar(db, '2089-12-01T12:00:00+08:00');
  await camps.publish(db, tryOutOffer, ...(offers.length > 0 ? offers : [camps.tierOffer('spark')]));
  return db;
}

export const childAged8 = (name: string, more: object = {}) => ({ name, dob: '2081-05-01', ...more });

export const orderDetails = (children: object[], more: object = {}) => ({
  parent: shop.details.parent,
  children,
  consents: shop.details.consents,
  transport_address: shop.details.transport_address,
  ...more,
});

export const campLine = (campId: string, more: object = {}) => ({
  offer_id: 'tier-spark',
  camp_id: campId,
  ...more,
});

/** Opens a checkout. `order` has the fields of HoldRequest. */
export const hold = (db: TestDatabase, order: object, who: Caller = visitor): Promise<Held> =>
  db.as(who, async (sql) => {
    const [row] = await sql<[{ answer: Held }]>`
      select public.hold_order(${JSON.stringify(order)}::text::jsonb) as answer`;
    return row.answer;
  });

export const viewOrder = (db: TestDatabase, order: { secret: string }): Promise<OrderView> =>
  rpc(db, visitor, 'get_order', { p_secret: order.secret });

export async function payOrder(db: TestDatabase, order: OrderView, details: unknown): Promise<string> {
  return (await shop.confirmPayment(db, shop.paymentOf(await shop.openPaymentPage(db, order, details))))
    .result;
}

export interface EnrolledChild {
  name: string;
  rung_id: string;
  rebate: boolean;
}

export async function readEnrolled(db: TestDatabase, campId: string): Promise<EnrolledChild[]> {
  const rows = await db.sql<EnrolledChild[]>`
    select c.name, e.rung_id, e.sibling_rebate as rebate
    from public.camp_enrollments e join public.children c on c.id = e.child_id
    where e.camp_id = ${campId} and e.status = 'enrolled' order by 1`;
  return [...rows];
}

export async function countCampSpots(db: TestDatabase, campId: string): Promise<number> {
  const [row] = await db.sql<{ taken: number }[]>`
    select private.camp_seats_taken(${campId}, clock_timestamp()) as taken`;
  return row?.taken ?? -1;
}

export async function readOrderId(db: TestDatabase, order: { secret: string }): Promise<string> {
  const [row] = await db.sql<[{ id: string }]>`select id from public.orders where secret = ${order.secret}`;
  return row.id;
}
