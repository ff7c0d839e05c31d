/**
 * Tests that each instalment of a camp that was sold for a deposit is paid once (docs/decisions "Deposits and
 * instalments").
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { signedIn } from '#support/sql-details.ts';
import * as instalments from '#support/sql-instalments.ts';
import { atOnce, makeUser, refusal, rpc, service, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
});
beforeEach(() => instalments.allowDeposits(db));
afterAll(() => db.drop());

const sellCamp = async (days = 60, more: object = {}) =>
  instalments.sellAtDesk(db, admin, instalments.makeSale([await instalments.makeCampIn(db, days)], more));

test('a payment by the link counts once, even when it is reported twice', async () => {
  const order = await sellCamp();
  const event = await instalments.startPayment(db, await instalments.makePaymentLink(db, order.order_id));
  const reports = await Promise.all(
    [event, event, { ...event, event_id: `evt_${randomUUID()}` }].map((e) =>
      instalments.confirmPayment(db, e),
    ),
  );
  expect(new Set(reports.map(({ result }) => result))).toEqual(new Set(['instalment']));
  expect(await instalments.countMoney(db, order.order_id)).toMatchObject({
    paid: instalments.PRICE,
    held: instalments.PRICE,
    open: 0,
    decided: 0,
  });
  expect(
    await rpc(db, visitor, 'read_payment_link', {
      p_token: await instalments.makePaymentLink(db, order.order_id),
    }),
  ).toMatchObject({ state: 'paid' });
});

test('two tabs get the same payment page', async () => {
  const order = await sellCamp();
  const token = await instalments.makePaymentLink(db, order.order_id);
  const started = await Promise.all(
    [0, 1].map(() => rpc<{ attempt: number }>(db, service, 'start_instalment', { p_token: token })),
  );
  expect(started.map(({ attempt }) => attempt)).toEqual([1, 1]);
  await instalments.startPayment(db, token);
  expect(await rpc(db, service, 'start_instalment', { p_token: token })).toMatchObject({
    attempt: 1,
    url: expect.stringContaining('checkout.stripe.test') as string,
  });
});

test.each(['desk first', 'card first'])(
  'a payment at the desk and by the link at the same time counts once (%s)',
  async (first) => {
    const order = await sellCamp();
    const event = await instalments.startPayment(db, await instalments.makePaymentLink(db, order.order_id));
    const desk = () => instalments.takeInstalment(db, admin, order.order_id).then(() => 'desk');
    const card = () => instalments.confirmPayment(db, event).then(({ result }) => result);
    const { won } = await atOnce<string>(
      db,
      { table: 'orders', id: order.order_id },
      first === 'desk first' ? [desk, card] : [card, desk],
    );
    // A charge that is too much is kept, and staff decide about it.
    expect(won).toEqual(first === 'desk first' ? ['desk', 'duplicate_payment'] : ['instalment']);
    const money = await instalments.countMoney(db, order.order_id);
    expect(money).toMatchObject({ held: instalments.PRICE, open: 0, places: 1 });
    expect(money.paid - money.decided).toBe(instalments.PRICE);
  },
);

test('one key pays for one instalment', async () => {
  const order = await sellCamp(60, { instalments: { parts: 2, deposit_cents: instalments.DEPOSIT } });
  const part = await instalments.findNextPart(db, order.order_id);
  const body = { key: randomUUID(), instalment_id: part.id, method: 'cash', expected_cents: part.cents };
  await Promise.all([0, 1, 2].map(() => rpc(db, admin, 'take_instalment', { p_take: body })));
  expect(await instalments.countMoney(db, order.order_id)).toMatchObject({
    paid: instalments.DEPOSIT + part.cents,
  });
  const later = await instalments.findNextPart(db, order.order_id);
  expect(
    await refusal(rpc(db, admin, 'take_instalment', { p_take: { ...body, instalment_id: later.id } })),
  ).toMatchObject({
    code: 'sale_differs',
    detail: order.number,
  });
  expect(
    await refusal(instalments.takeInstalment(db, admin, order.order_id, { expected_cents: 1 })),
  ).toMatchObject({
    code: 'price_changed',
  });
});

test('an instalment paid at the desk counts for the day of the admin who took it', async () => {
  const other = signedIn(await makeUser(db, 'other-admin@example.test', ['admin']));
  const order = await sellCamp();
  await instalments.takeInstalment(db, other, order.order_id);
  const open = await db.sql`
      select cents from private.open_desk_money(${other.sub ?? ''}, null) where order_id = ${order.order_id}`;
  expect(open).toEqual([{ cents: instalments.PRICE - instalments.DEPOSIT }]);
});

test('an open instalment prevents a move and a refund that keeps the spot', async () => {
  const order = await sellCamp();
  const [line] = await instalments.readLines(db, order.order_id);
  const target = await instalments.makeCampIn(db, 70);
  const move = { p_access: { order_id: order.order_id }, p_line_id: line, p_target: { camp_id: target } };
  expect(await refusal(rpc(db, service, 'quote_move', move))).toMatchObject({
    code: 'instalments_open',
  });
  const refund = { p_order_id: order.order_id, p_cents: 100, p_reason: 'goodwill' };
  expect(await refusal(rpc(db, service, 'refund_order', refund))).toMatchObject({
    code: 'instalments_open',
  });
  await instalments.takeInstalment(db, admin, order.order_id);
  expect(await rpc(db, service, 'quote_move', move)).toBeTruthy();
  // A refund may be larger than the last instalment.
  await rpc(db, service, 'refund_order', { ...refund, p_cents: instalments.PRICE - 1_000 });
  expect(await instalments.countMoney(db, order.order_id)).toMatchObject({
    refunded: instalments.PRICE - 1_000,
    held: 1_000,
  });
});

test('the books agree after all tests in this file', async () => {
  expect(await instalments.findPlanDiscrepancies(db, admin)).toEqual([]);
});
