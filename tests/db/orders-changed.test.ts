import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { rung, tierOffer } from '#support/sql-camps.ts';
import { callAs } from '#support/sql-details.ts';
import * as orders from '#support/sql-orders.ts';
import { orderDetails, childAged8, campLine } from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, refusal, rpc, service } from '#support/sql.ts';

// Tests what may change between the hold and the payment.
let db: TestDatabase;
let camp: string;
const early = { rungs: [rung('first', 49000, { deadline: '2089-12-24T00:00:00Z' })] };
beforeEach(async () => {
  db = await orders.openShop(tierOffer('spark', early));
  camp = await camps.makeCamp(db);
});
afterEach(() => db.drop());

const two = orderDetails([childAged8('Kai Tan'), childAged8('Lea Tan')]);
const holdTwo = (more: object = {}) => orders.hold(db, { lines: [campLine(camp), campLine(camp)], ...more });
const cancelCamp = () =>
  db.sql`update public.camp_weeks set is_active = false, cancelled_at = now() where id = ${camp}`;
const passDeadline = () => db.sql`
  update public.offers set details = jsonb_set(details, '{rungs,0,deadline}',
    to_jsonb(to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')))
  where id = 'tier-spark'`;

test('an early-bird price that ends during the hold becomes the listed price once the parent has agreed', async () => {
  const seen = campLine(camp, { expected_price_cents: 49000 });
  const order = await holdTwo({ lines: [seen, seen] });
  expect(order).toMatchObject({ total_cents: 49000 + 44000, price_changed: false });
  await passDeadline();
  expect(await orders.viewOrder(db, order)).toMatchObject({
    price_changed: true,
    total_cents: 59000 + 54000,
  });
  expect(await refusal(shop.finalizeOrder(db, order, two))).toEqual({
    code: 'price_changed',
    status: 409,
    field: 'expected_total_cents',
    detail: '113000',
  });
  const agreed = { ...order, total_cents: 113000 };
  expect(await orders.payOrder(db, agreed, two)).toBe('confirmed');
  expect((await orders.readEnrolled(db, camp)).map((child) => child.rung_id)).toEqual(['listed', 'listed']);
  expect((await orders.viewOrder(db, order)).total_cents).toBe(113000);
});

test('if the early-bird price ends after the parent agreed, the agreed price is paid', async () => {
  const paying = await shop.openPaymentPage(db, await holdTwo(), two);
  await passDeadline();
  expect(await shop.confirmPayment(db, shop.paymentOf(paying))).toMatchObject({ result: 'confirmed' });
  expect((await orders.readEnrolled(db, camp)).map((child) => child.rung_id)).toEqual(['first', 'first']);
});

test('an offer that goes off sale during the hold is refused at the payment, and an order paid before stays valid', async () => {
  const [open, paying] = [await holdTwo(), await shop.openPaymentPage(db, await holdTwo(), two)];
  await camps.publish(db, orders.tryOutOffer);
  expect(await refusal(shop.finalizeOrder(db, open, two))).toMatchObject({
    code: 'offer_not_available',
    field: 'lines[0].offer_id',
  });
  expect(await shop.confirmPayment(db, shop.paymentOf(paying))).toMatchObject({ result: 'confirmed' });
});

test('a camp that is cancelled during the hold is refused at the payment, and no details are stored', async () => {
  const order = await holdTwo();
  await cancelCamp();
  expect(await refusal(shop.finalizeOrder(db, order, two))).toMatchObject({
    code: 'camp_not_found',
    field: 'lines[0].camp_id',
  });
  expect(await orders.viewOrder(db, order)).toMatchObject({ parent_name: null, status: 'held' });
});

test('if a camp is cancelled during the payment, the payment is kept, the parent chooses, and staff are notified', async () => {
  const paying = await shop.openPaymentPage(db, await holdTwo(), two);
  await cancelCamp();
  const payment = shop.paymentOf(paying);
  const answers = await Promise.all([1, 2, 3, 4].map(() => shop.confirmPayment(db, payment)));
  expect(answers.map(({ result }) => result)).toEqual(Array(4).fill('needs_choice'));
  const shown = await orders.viewOrder(db, paying.order);
  expect(shown).toMatchObject({ status: 'paid_late', outcome: 'needs_choice' });
  expect(shown.lines.map(({ status }) => status)).toEqual(['needs_choice', 'needs_choice']);
  expect(await orders.readEnrolled(db, camp)).toEqual([]);
  const decisions = await db.sql`
    select d.kind, d.status, p.amount_cents from public.payment_decisions d join public.payments p on p.id = d.payment_id`;
  expect([...decisions]).toEqual([{ kind: 'paid_late', status: 'open', amount_cents: 93000 }]);
  expect(await countRows(db, 'holds')).toBe(0);
});

test('a code that ended between hold and payment is refused, and the parent may then agree to the full price', async () => {
  await callAs(db, service, 'save_promotion_code', { code: 'OTTER', percent: 10, uses_max: 2 });
  const [first, second] = [await holdTwo({ code: 'otter' }), await holdTwo({ code: 'otter' })];
  // Staff reduce the number of uses. The orders that already hold the code keep it.
  await callAs(db, service, 'save_promotion_code', { code: 'OTTER', percent: 10, uses_max: 1 });
  await shop.finalizeOrder(db, first, two);
  // The code is no longer valid by the terms that this order was promised.
  const id = await orders.readOrderId(db, second);
  await db.sql`
    update public.promotion_uses set terms = terms || '{"valid_until": "2026-01-01T00:00:00Z"}' where order_id = ${id}`;
  expect(await refusal(shop.finalizeOrder(db, second, two))).toMatchObject({
    code: 'code_expired',
    field: 'code',
  });
  const [uses] = await db.sql`
    select email_hash is null as unknown from public.promotion_uses where order_id = ${id}`;
  expect(uses).toEqual({ unknown: true });
  const without = await holdTwo({ previous_secret: second.secret });
  expect(await orders.payOrder(db, without, two)).toBe('confirmed');
});

test('a hold that lapsed at the payment page returns its code, so another order uses it and the page is closed', async () => {
  await callAs(db, service, 'save_promotion_code', { code: 'OTTER', percent: 10, uses_max: 1 });
  const order = await holdTwo({ code: 'otter' });
  const { order_id } = await shop.finalizeOrder(db, order, two);
  await rpc(db, service, 'start_attempt', { p_order_id: order_id, p_params: {} });
  await shop.expireHolds(db, order.secret);
  const record = (session: string) =>
    rpc(db, service, 'record_checkout', {
      p_order_id: order_id,
      p_attempt: 1,
      p_session_id: session,
      p_expires_at: new Date(Date.now() + 31 * 60_000).toISOString(),
    });
  const other = await holdTwo({ code: 'otter' });
  expect(await record('cs_late')).toEqual({ ok: false });
  await rpc(db, service, 'release_order', { p_secret: other.secret });
  expect(await record('cs_late')).toEqual({ ok: true });
});
