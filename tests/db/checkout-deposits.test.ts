/** Tests deposits for camps at the checkout on the site, also of guests (docs/decisions "Deposits and instalments"). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderView } from '#contract/orders.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as n from '#support/sql-instalments.ts';
import * as p from '#support/sql-paying.ts';
import * as shop from '#support/sql-selling.ts';
import * as x from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await n.allowDeposits(db);
});
afterAll(() => db.drop());

const plan = { instalments: { parts: 1, deposit_cents: n.DEPOSIT } };
const camp = async (days = 60) => [p.campLine(await n.makeCampIn(db, days))];
const money = async ({ finalized }: p.Paying) => n.countMoney(db, finalized.order_id);

test('a deposit is offered with its terms, is charged, and books the place of a guest', async () => {
  const order = await p.hold(db, x.visitor, await camp());
  expect(order.pay).toMatchObject({
    options: [{ parts: 1, deposit_cents: n.DEPOSIT }, { parts: 2 }, { parts: 3 }],
    grace_days: 3,
    lapses: false,
    parts: null,
    balance_cents: 0,
  });
  const finalized = await p.finalize(db, order, plan);
  expect(finalized).toMatchObject({
    is_paid: false,
    total_cents: n.DEPOSIT,
    pays_part: { rest_cents: n.PRICE - n.DEPOSIT, due_on: await n.dayAhead(db, 39) },
  });
  const paying = { order, finalized, sessionId: await p.open(db, finalized) };
  expect(await p.charge(db, paying)).toMatchObject({ result: 'confirmed' });
  expect(await money(paying)).toMatchObject({
    paid: n.DEPOSIT,
    held: n.DEPOSIT,
    places: 1,
    open: n.PRICE - n.DEPOSIT,
  });
  const view = await x.rpc<{ instalments: object }>(db, x.visitor, 'get_order', { p_secret: order.secret });
  expect(view).toMatchObject({ status: 'paid', instalments: { open_cents: n.PRICE - n.DEPOSIT } });
  const [mail] = await db.sql`
    select payload -> 'instalments' ->> 'open_cents' as open, payload ->> 'manage_token' is not null as link
    from public.outbox where template = 'booking_confirmed' and payload ->> 'number' = ${finalized.number}`;
  expect(mail).toEqual({ open: String(n.PRICE - n.DEPOSIT), link: true });
  // The guest pays what is open by the link in the mail.
  const restPayment = await n.startPayment(db, await n.linkOf(db, finalized.order_id));
  expect(await n.report(db, restPayment)).toMatchObject({ result: 'instalment' });
  expect(await money(paying)).toMatchObject({ paid: n.PRICE, held: n.PRICE, open: 0 });
});

test('a deposit keeps the terms that the page showed, even if the settings change before it is paid', async () => {
  const paying = await p.toPay(db, x.visitor, await camp(), plan);
  await n.allowDeposits(db, { camp_deposits: false, deposit_least_cents: 100_000 });
  expect(await p.charge(db, paying)).toMatchObject({ result: 'confirmed' });
  await n.allowDeposits(db);
  expect(await money(paying)).toMatchObject({ held: n.DEPOSIT, open: n.PRICE - n.DEPOSIT });
});

test.each([
  ['is off', 60, { camp_deposits: false }, plan, 'no_instalments'],
  ['would be due after the camp began', 21, {}, plan, 'no_instalments'],
  ['is another sum', 60, {}, { instalments: { parts: 1, deposit_cents: n.DEPOSIT - 1 } }, 'price_changed'],
])('a deposit is refused if it %s', async (_, days, settings, pay, code) => {
  await n.allowDeposits(db, settings);
  const order = await p.hold(db, x.visitor, await camp(days));
  const refused = p.finalize(db, order, pay);
  expect(await x.refusal(refused)).toMatchObject({ code, field: 'instalments' });
  await n.allowDeposits(db);
});

test('when two payment pages have different choices, the paid one counts', async () => {
  const order = await p.hold(db, x.visitor, await camp());
  const deposit = await p.finalize(db, order, plan);
  const first = { order, finalized: deposit, sessionId: await p.open(db, deposit) };
  const fullPrice = await p.finalize(db, order, null);
  expect(fullPrice).toMatchObject({ same_terms: false, total_cents: n.PRICE });
  await p.open(db, fullPrice);
  expect(await p.charge(db, first)).toMatchObject({ result: 'confirmed' });
  expect(await money(first)).toMatchObject({ held: n.DEPOSIT, open: n.PRICE - n.DEPOSIT, decided: 0 });
});

test('a deposit that comes too late for a place is refunded in full, and the rest is not claimed', async () => {
  const camp_id = await n.makeCampIn(db, 75, { capacity: 1 });
  const paying = await p.toPay(db, x.visitor, [p.campLine(camp_id)], plan);
  await shop.lapse(db, paying.order.secret);
  await p.charge(db, await p.toPay(db, x.visitor, [p.campLine(camp_id)], null));
  expect(await p.charge(db, paying)).toMatchObject({ result: 'needs_choice' });
  // The mail and the page offer only the choices that are accepted, with the sum that was paid.
  const p_access = { order_id: paying.finalized.order_id };
  const [mail] = await db.sql`
    select payload -> 'late_choices' as kinds, payload -> 'instalments' -> 'open_cents' as open
    from public.outbox where template = 'paid_late_choice' and payload ->> 'number' = ${paying.finalized.number}`;
  expect(mail).toEqual({ kinds: ['refund'], open: n.PRICE - n.DEPOSIT });
  expect(await x.rpc(db, x.service, 'get_managed_order', { p_access })).toMatchObject({
    late_choices: ['refund'],
    lines: [{ balance_cents: n.DEPOSIT }],
  });
  const choose = (kind: string) => x.rpc(db, x.service, 'choose_late', { p_access, p_choice: { kind } });
  expect(await x.refusal(choose('credit'))).toMatchObject({ code: 'instalments_open', field: 'p_choice' });
  expect(await choose('refund')).not.toHaveProperty('late_choices');
  expect(await money(paying)).toMatchObject({ refunded: n.DEPOSIT, held: 0, open: 0, places: 0 });
});

test('the books agree after all tests in this file', async () => {
  expect([...(await db.sql`select rule, details from private.discrepancies()`)]).toEqual([]);
});

test('a refund beside a deposit counts by the order after it, and not by the whole price', async () => {
  // The first camp's fee takes all of its deposit two weeks earlier than the second one's.
  const lines = [...(await camp(45)), ...(await camp(59))];
  const order = await p.hold(db, x.visitor, lines);
  const before = order.pay?.deposit_refund_steps ?? [];
  expect(before.map(({ refund_cents }) => refund_cents)).toEqual([2 * n.DEPOSIT, n.DEPOSIT, 0]);
  expect(order.refund_steps?.[0]?.refund_cents).toBe(2 * n.PRICE);
  const pay = { instalments: { parts: 1, deposit_cents: 2 * n.DEPOSIT } };
  const finalized = await p.finalize(db, order, pay);
  const paying = { order, finalized, sessionId: await p.open(db, finalized) };
  await p.charge(db, paying);
  const view = await x.rpc<OrderView>(db, x.visitor, 'get_order', { p_secret: order.secret });
  expect(view.lines.map(({ unpaid_cents }) => unpaid_cents)).toEqual(Array(2).fill(n.PRICE - n.DEPOSIT));
  // The refund table of each line, which the mail and the order page show, adds up to the table shown before paying.
  for (const [at, step] of before.entries()) {
    const sum = view.lines.reduce((cents, { refund_steps: steps }) => {
      const then = steps?.find(({ until }) => until === null || (step.until !== null && until >= step.until));
      return cents + (then?.refund_cents ?? 0);
    }, 0);
    expect([at, sum]).toEqual([at, step.refund_cents]);
  }
});
