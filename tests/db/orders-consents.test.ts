import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as orders from '#support/sql-orders.ts';
import { orderDetails, childAged8, campLine } from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal } from '#support/sql.ts';

let db: TestDatabase;
let camp: string;
beforeAll(async () => {
  db = await orders.openShop();
  camp = await camps.makeCamp(db, { capacity: 100 });
  // The text about photos gets another version.
  await db.sql`
    insert into public.consent_texts (purpose, version, title, body)
    select purpose, 3, title, body || ' Again.' from public.consent_texts where purpose = 'photo' and version = 2`;
});
afterAll(() => db.drop());

const holdTwo = () => orders.hold(db, { lines: [campLine(camp), campLine(camp)] });
const detailsOfTwo = (consents: object, more: object = {}) =>
  orderDetails([childAged8('Kai Tan'), childAged8('Lea Tan')], { consents, ...more });
const readConsents = async (order: { secret: string }) => {
  const rows = await db.sql<{ said: string }[]>`
    select (coalesce(k.name, 'household') || ': ' || c.purpose || ' ' || c.version || ' ' || c.given || ' ' || c.source) collate "C" as said
    from public.consents c left join public.children k on k.id = c.child_id
    where c.order_id = ${await orders.readOrderId(db, order)} order by 1`;
  return rows.map(({ said }) => said);
};

test('the household’s consents are recorded once and the others per child, with version, answer and the time of the order', async () => {
  const order = await holdTwo();
  const said = detailsOfTwo(
    {
      terms: { given: true, version: 1 },
      activity: true,
      photo: { given: false, version: 3 },
      medical: { given: true, version: 1 },
      marketing: false,
    },
    { signature: 'Mei Tan' },
  );
  const paying = await shop.openPaymentPage(db, order, said);
  expect(await readConsents(order)).toEqual([]);
  const payment = shop.paymentOf(paying);
  await Promise.all([shop.confirmPayment(db, payment), shop.confirmPayment(db, payment)]);
  expect(await readConsents(order)).toEqual([
    'Kai Tan: activity 1 true checkout',
    'Kai Tan: medical 1 true checkout',
    'Kai Tan: photo 3 false checkout',
    'Lea Tan: activity 1 true checkout',
    'Lea Tan: medical 1 true checkout',
    'Lea Tan: photo 3 false checkout',
    'household: marketing 1 false checkout',
    'household: terms 1 true checkout',
  ]);
  const [stored] = await db.sql`
    select o.signature, o.consents_at <= o.paid_at as before_payment,
      (select count(distinct created_at) from public.consents where order_id = o.id and created_at = o.consents_at) as moments
    from public.orders o where o.secret = ${order.secret}`;
  expect(stored).toEqual({ signature: 'Mei Tan', before_payment: true, moments: 1 });
});

test('no answer is recorded for a consent that was not asked', async () => {
  const order = await holdTwo();
  await orders.payOrder(db, order, detailsOfTwo({ terms: true, activity: true }));
  expect(await readConsents(order)).toEqual([
    'Kai Tan: activity 1 true checkout',
    'Lea Tan: activity 1 true checkout',
    'household: terms 1 true checkout',
  ]);
});

test('a consent to another version than the current one is refused, and nothing is stored', async () => {
  const order = await holdTwo();
  const old = detailsOfTwo({ terms: true, activity: true, photo: { given: true, version: 1 } });
  expect(await refusal(shop.finalizeOrder(db, order, old))).toEqual({
    code: 'consent_text_changed',
    status: 409,
    field: 'consents.photo',
    detail: '3',
  });
  expect(await orders.viewOrder(db, order)).toMatchObject({ parent_name: null });
});

test('if the answer changes before the payment, the last one counts', async () => {
  const order = await holdTwo();
  await shop.finalizeOrder(db, order, detailsOfTwo({ terms: true, activity: true, photo: true }));
  await orders.payOrder(db, order, detailsOfTwo({ terms: true, activity: true, photo: false }));
  expect((await readConsents(order)).filter((said) => said.includes('photo'))).toEqual([
    'Kai Tan: photo 3 false checkout',
    'Lea Tan: photo 3 false checkout',
  ]);
});

test('if no spot is left at the payment, no consents are recorded for a family that has nothing yet', async () => {
  const paying = await shop.openPaymentPage(
    db,
    await holdTwo(),
    detailsOfTwo({ terms: true, activity: true }),
  );
  await db.sql`update public.camp_weeks set is_active = false, cancelled_at = now() where id = ${camp}`;
  expect(await shop.confirmPayment(db, shop.paymentOf(paying))).toMatchObject({ result: 'needs_choice' });
  expect(await readConsents(paying.order)).toEqual([]);
});
