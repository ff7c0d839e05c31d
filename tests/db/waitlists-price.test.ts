import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../support/database.ts';
import * as camps from '../support/sql-camps.ts';
import * as orders from '../support/sql-orders.ts';
import * as shop from '../support/sql-selling.ts';
import * as wait from '../support/sql-waitlists.ts';
import * as x from '../support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await orders.openShop();
});
afterAll(() => db.drop());

const told = async ({ secret }: { secret: string }) => {
  const [mail] = await db.sql<{ price: number | null }[]>`
    select (payload -> 'price_cents')::integer as price from public.outbox
    where template = 'waitlist_offer' and payload ->> 'secret' = ${secret}`;
  return mail?.price;
};
const hold = (line: object, waitlist_secret: string) =>
  orders.hold(db, { lines: [{ ...line, child: 0 }], children: [{}], waitlist_secret });

test('the mail of an offered camp says what its checkout asks for', async () => {
  const camp_id = await camps.makeCamp(db, { capacity: 1 });
  await camps.takePlace(db, camp_id);
  const children = [orders.kid('Kai Tan')];
  const entry = await wait.joinAs(db, x.visitor, { ...wait.wish({ camp_id }), children });
  await x.rpc(db, x.service, 'raise_camp_capacity', { p_camp_id: camp_id, p_capacity: 2 });
  const price = await told(entry);
  expect(price).toBeGreaterThan(0);
  expect((await hold(orders.place(camp_id), entry.secret)).total_cents).toBe(price);
});

test('that of a class says what the pass costs that was wished for', async () => {
  const { session, order } = await wait.fullSession(db);
  const entry = await wait.joinAs(db, x.visitor, {
    ...wait.wish({ session_id: session }),
    offer_id: shop.term.id,
  });
  await wait.release(db, order);
  expect(await told(entry)).toBe(shop.term.price_cents);
  const line = { offer_id: shop.term.id, session_id: session };
  expect((await hold(line, entry.secret)).total_cents).toBe(shop.term.price_cents);
});
