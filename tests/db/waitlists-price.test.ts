import type { InferOutput } from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WaitedTerms } from '#contract/waitlists.ts';
import type { TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as orders from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { rpc, service, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await orders.openShop();
});
afterAll(() => db.drop());

/** Returns the terms in the mail of an offer, which the page of the offer also shows. */
const readMailedTerms = async (entry: { secret: string }) => {
  const [mail] = await db.sql<{ terms: InferOutput<typeof WaitedTerms> | null }[]>`
    select payload -> 'terms' as terms from public.outbox
    where template = 'waitlist_offer' and payload ->> 'secret' = ${entry.secret}`;
  expect((await waitlists.viewEntry(db, entry)).terms).toEqual(mail?.terms);
  return mail?.terms;
};
const hold = (line: object, waitlist_secret: string) =>
  orders.hold(db, { lines: [{ ...line, child: 0 }], children: [{}], waitlist_secret });

test('the mail about an offered camp has the price of its checkout', async () => {
  const camp_id = await camps.makeCamp(db, { capacity: 1 });
  await camps.takeSpot(db, camp_id);
  const children = [orders.childAged8('Kai Tan')];
  const entry = await waitlists.joinAs(db, visitor, { ...waitlists.joinRequest({ camp_id }), children });
  await rpc(db, service, 'raise_camp_capacity', { p_camp_id: camp_id, p_capacity: 2 });
  const terms = await readMailedTerms(entry);
  const price = terms?.price_cents;
  expect(price).toBeGreaterThan(0);
  expect(terms).toMatchObject({ sessions: null, renews: false });
  expect((await hold(orders.campLine(camp_id), entry.secret)).total_cents).toBe(price);
});

test('the mail about an offered class has the price of the chosen pass', async () => {
  const { session, order } = await waitlists.makeFullSession(db);
  const entry = await waitlists.joinAs(db, visitor, {
    ...waitlists.joinRequest({ session_id: session }),
    offer_id: shop.term.id,
  });
  expect((await waitlists.viewEntry(db, entry)).terms).toBeNull();
  await waitlists.releaseOrder(db, order);
  const { price_cents, sessions, validity_days } = shop.term;
  expect(await readMailedTerms(entry)).toEqual({ price_cents, sessions, validity_days, renews: false });
  const line = { offer_id: shop.term.id, session_id: session };
  expect((await hold(line, entry.secret)).total_cents).toBe(shop.term.price_cents);
});

test('the mail says if a pass renews, and has no price if it is off sale', async () => {
  await db.sql`update public.offers set details = details || '{"renews": true}' where id = ${shop.term.id}`;
  for (const active of [true, false]) {
    await db.sql`update public.offers set active = true where id = ${shop.term.id}`;
    const { session, order } = await waitlists.makeFullSession(db);
    const wanted = { ...waitlists.joinRequest({ session_id: session }), offer_id: shop.term.id };
    const entry = await waitlists.joinAs(db, visitor, wanted);
    await db.sql`update public.offers set active = ${active} where id = ${shop.term.id}`;
    await waitlists.releaseOrder(db, order);
    expect((await readMailedTerms(entry))?.renews).toBe(active ? true : undefined);
  }
});
