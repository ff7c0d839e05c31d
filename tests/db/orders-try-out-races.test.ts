import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#support/database.ts';
import * as orders from '#support/sql-orders.ts';
import { orderDetails, childAged8 } from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';
import { waitForLocked } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await orders.openShop();
});
afterAll(() => db.drop());

/** Finalizes orders for different sessions at once, so that only the children conflict. */
async function settleAtOnce(names: string[][]): Promise<string[]> {
  const sessions: string[] = [];
  const opened: [orders.Held, object[]][] = [];
  for (const children of names) {
    const sessionIds = await Promise.all(children.map(() => shop.makeSession(db)));
    sessions.push(...sessionIds);
    const lines = sessionIds.map((session_id) => ({ offer_id: 'pass-once', session_id }));
    opened.push([await orders.hold(db, { lines }), children.map((name) => childAged8(name))]);
  }
  let outcomes: Promise<string[]> | undefined;
  await db.sql.begin(async (gate) => {
    await gate`select from public.sessions where id = any (${sessions}) for update`;
    outcomes = Promise.all(
      opened.map(([order, children]) =>
        shop.finalizeOrder(db, order, orderDetails(children)).then(
          () => 'settled',
          (error: unknown) => (error instanceof Error ? error.message : 'broke'),
        ),
      ),
    );
    await waitForLocked(db, names.length);
  });
  return (await outcomes)?.sort() ?? [];
}

test('ten guests who order for one child at once learn nothing about each other', async () => {
  const outcomes = await settleAtOnce(Array.from({ length: 10 }, () => ['Kai Tan']));
  expect(outcomes).toEqual(Array<string>(10).fill('settled'));
});

test('when ten payments for one child come at once, one gets the try-out and nine are refunded', async () => {
  const sessions: string[] = [];
  const paying: shop.Checkout[] = [];
  for (let n = 0; n < 10; n++) {
    const session_id = await shop.makeSession(db);
    sessions.push(session_id);
    const order = await orders.hold(db, { lines: [{ offer_id: 'pass-once', session_id }] });
    paying.push(await shop.openPaymentPage(db, order, orderDetails([childAged8('Zoe Tan')])));
  }
  let outcomes: Promise<string[]> | undefined;
  await db.sql.begin(async (gate) => {
    await gate`select from public.sessions where id = any (${sessions}) for update`;
    outcomes = Promise.all(
      paying.map(async (one) => (await shop.confirmPayment(db, shop.paymentOf(one))).result),
    );
    await waitForLocked(db, 10);
  });
  expect((await outcomes)?.sort()).toEqual(['confirmed', ...Array<string>(9).fill('needs_choice')]);
  const [passes] = await db.sql`
    select count(*)::int as n from public.passes p join public.children c on c.id = p.child_id where c.name = 'Zoe Tan'`;
  expect(passes).toEqual({ n: 1 });
  const [back] = await db.sql`
    select count(*)::int as n from public.refunds where order_id = any (${paying.map(({ orderId }) => orderId)})`;
  expect(back).toEqual({ n: 9 });
  expect(await db.sql`select * from private.discrepancies()`).toEqual([]);
});

test('siblings named in opposite order cause no deadlock', async () => {
  const outcomes = await settleAtOnce(
    Array.from({ length: 8 }, (_, n) => (n % 2 ? ['Lea Tan', 'Noa Tan'] : ['Noa Tan', 'Lea Tan'])),
  );
  expect(outcomes).toEqual(Array<string>(8).fill('settled'));
});

/**
 * Pays an order whose hold has expired, in a transaction that stays open while another order for the same child is
 * finalized.
 */
async function payWhile(late: shop.Checkout, settleOther: () => Promise<unknown>): Promise<[string, string]> {
  let other: Promise<string> | undefined;
  let result = '';
  await db.sql.begin(async (payment) => {
    await payment`select set_config('role', 'service_role', true)`;
    const [row] = await payment<[{ answer: { result: string } }]>`
      select public.confirm_order(${JSON.stringify(shop.paymentOf(late))}::text::jsonb) as answer`;
    result = row.answer.result;
    other = settleOther().then(
      () => 'settled',
      (error: unknown) => (error instanceof Error ? error.message : 'broke'),
    );
    await waitForLocked(db, 1);
  });
  return [result, (await other) ?? ''];
}

test('a late payment gets the try-out while another order waits, which is refunded once it is paid', async () => {
  const line = async () => ({ offer_id: 'pass-once', session_id: await shop.makeSession(db) });
  const typed = orderDetails([childAged8('Mia Tan')]);
  const latePayment = await shop.openPaymentPage(db, await orders.hold(db, { lines: [await line()] }), typed);
  await shop.expireHolds(db, latePayment.order.secret);
  const second = await orders.hold(db, { lines: [await line()] });
  // The orders share only the e-mail address, so the first order's claim by phone number does not block the second.
  const other = { ...typed, parent: { ...shop.details.parent, phone: '+6590019999' } };
  expect(await payWhile(latePayment, () => shop.finalizeOrder(db, second, other))).toEqual([
    'reseated',
    'settled',
  ]);
  expect(await orders.payOrder(db, second, other)).toBe('needs_choice');
  expect(await db.sql`select * from private.discrepancies()`).toEqual([]);
});

test('a payment whose hold ends while another order is finalized gets the try-out, and the other is refunded', async () => {
  const line = async () => ({ offer_id: 'pass-once', session_id: await shop.makeSession(db) });
  const typed = orderDetails([childAged8('Ida Tan')]);
  const first = await shop.openPaymentPage(db, await orders.hold(db, { lines: [await line()] }), typed);
  const second = await orders.hold(db, { lines: [await line()] });
  // The hold has expired when the other order is finalized, and is valid again at the payment. By then the order has
  // lost its claim to the try-out.
  await shop.expireHolds(db, first.order.secret);
  await shop.finalizeOrder(db, second, typed);
  await db.sql`
    update public.holds set expires_at = clock_timestamp() + interval '5 minutes'
    where order_id = (select id from public.orders where number = ${first.order.number})`;
  expect((await shop.confirmPayment(db, shop.paymentOf(first))).result).toBe('confirmed');
  expect(await orders.payOrder(db, second, typed)).toBe('needs_choice');
});
