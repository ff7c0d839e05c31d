/** Buys passes that renew and starts their subscriptions. */
import { randomUUID } from 'node:crypto';
import { type TestDatabase } from './database.ts';
import { callAs } from './sql-details.ts';
import { PERIOD_END } from './sql-renewals.ts';
import * as shop from './sql-selling.ts';
import { service } from './sql.ts';

export const flexi = {
  ...shop.tryout,
  id: 'pass-flexi',
  price_cents: 16_700,
  sessions: 4,
  validity_days: 28,
};

export const callAsServer = <T = Record<string, unknown>>(db: TestDatabase, name: string, body: unknown) =>
  callAs<T>(db, service, name, body);

export async function buyFlexi(db: TestDatabase, offer = flexi) {
  const paid = await shop.openCheckout(db, await shop.makeSession(db, { inDays: 10 }), offer);
  await shop.confirmPayment(db, shop.paymentOf(paid));
  const [line] = await db.sql<[{ id: string; family: string; child: string }]>`
    select l.id, o.family_id as family, c.child_id as child from public.orders o
    join public.order_lines l on l.order_id = o.id join public.order_children c on c.order_id = o.id
    where o.id = ${paid.orderId}`;
  return { ...line, orderId: paid.orderId };
}

export async function buySubscription(db: TestDatabase) {
  const first = await buyFlexi(db);
  const subscription = `sub_${randomUUID()}`;
  const start = {
    order_line_id: first.id,
    subscription_id: subscription,
    current_period_end: PERIOD_END,
    invoice_id: `in_first_${subscription}`,
  };
  const answer = await callAsServer<{ id: string; started: boolean }>(db, 'start_subscription', start);
  return { ...first, subscription, start, answer };
}
export const readPasses = (db: TestDatabase, family: string) =>
  db.sql<{ valid_from: string; valid_until: string; credits: number }[]>`
    select valid_from::text, valid_until::text, private.credits_left(id) as credits
    from public.passes where family_id = ${family} order by valid_from`;

/** Returns the charges that belong to no active order and no open decision. */
export async function unmatchedCharges(db: TestDatabase) {
  return [
    ...(await db.sql`
      select p.payment_intent from public.payments p left join public.orders o on o.id = p.order_id
      where (o.id is null or o.status not in ('paid', 'paid_late'))
        and not exists (select from public.payment_decisions d where d.payment_id = p.id)`),
    ...(await db.sql`
      select order_id from public.payments p
      where not exists (select from public.payment_decisions d where d.payment_id = p.id)
      group by order_id having count(*) > 1`),
  ];
}
