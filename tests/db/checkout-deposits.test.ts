/**
 * Tests deposits for camps at the checkout on the site, including those of guests (docs/decisions "Deposits and
 * instalments").
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderView } from '#contract/orders.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as instalments from '#support/sql-instalments.ts';
import * as payingHelpers from '#support/sql-paying.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, service, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await instalments.allowDeposits(db);
});
afterAll(() => db.drop());

const plan = { instalments: { parts: 1, deposit_cents: instalments.DEPOSIT } };
const camp = async (days = 60) => [payingHelpers.campLine(await instalments.makeCampIn(db, days))];
const money = async ({ finalized }: payingHelpers.Paying) => instalments.countMoney(db, finalized.order_id);

test('a deposit is offered with its terms, is charged, and books the spot of a guest', async () => {
  const order = await payingHelpers.hold(db, visitor, await camp());
  expect(order.pay).toMatchObject({
    options: [{ parts: 1, deposit_cents: instalments.DEPOSIT }, { parts: 2 }, { parts: 3 }],
    grace_days: 3,
    lapses: false,
    parts: null,
    balance_cents: 0,
  });
  const finalized = await payingHelpers.finalize(db, order, plan);
  expect(finalized).toMatchObject({
    is_paid: false,
    total_cents: instalments.DEPOSIT,
    pays_part: {
      rest_cents: instalments.PRICE - instalments.DEPOSIT,
      due_on: await instalments.dayAhead(db, 39),
    },
  });
  const paying = { order, finalized, sessionId: await payingHelpers.openPaymentPage(db, finalized) };
  expect(await payingHelpers.chargeOrder(db, paying)).toMatchObject({ result: 'confirmed' });
  expect(await money(paying)).toMatchObject({
    paid: instalments.DEPOSIT,
    held: instalments.DEPOSIT,
    places: 1,
    open: instalments.PRICE - instalments.DEPOSIT,
  });
  const view = await rpc<{ instalments: object }>(db, visitor, 'get_order', { p_secret: order.secret });
  expect(view).toMatchObject({
    status: 'paid',
    instalments: { open_cents: instalments.PRICE - instalments.DEPOSIT },
  });
  const [mail] = await db.sql`
    select payload -> 'instalments' ->> 'open_cents' as open, payload ->> 'manage_token' is not null as link
    from public.outbox where template = 'booking_confirmed' and payload ->> 'number' = ${finalized.number}`;
  expect(mail).toEqual({ open: String(instalments.PRICE - instalments.DEPOSIT), link: true });
  // The guest pays what is open by the link in the mail.
  const restPayment = await instalments.startPayment(
    db,
    await instalments.makePaymentLink(db, finalized.order_id),
  );
  expect(await instalments.confirmPayment(db, restPayment)).toMatchObject({ result: 'instalment' });
  expect(await money(paying)).toMatchObject({ paid: instalments.PRICE, held: instalments.PRICE, open: 0 });
});

test('a deposit keeps the terms that the page showed, even if the settings change before it is paid', async () => {
  const paying = await payingHelpers.goToPayment(db, visitor, await camp(), plan);
  await instalments.allowDeposits(db, { camp_deposits: false, deposit_min_cents: 100_000 });
  expect(await payingHelpers.chargeOrder(db, paying)).toMatchObject({ result: 'confirmed' });
  await instalments.allowDeposits(db);
  expect(await money(paying)).toMatchObject({
    held: instalments.DEPOSIT,
    open: instalments.PRICE - instalments.DEPOSIT,
  });
});

test.each([
  ['is off', 60, { camp_deposits: false }, plan, 'no_instalments'],
  ['would be due after the camp began', 21, {}, plan, 'no_instalments'],
  [
    'is another sum',
    60,
    {},
    { instalments: { parts: 1, deposit_cents: instalments.DEPOSIT - 1 } },
    'price_changed',
  ],
])('a deposit is refused if it %s', async (_, days, settings, pay, code) => {
  await instalments.allowDeposits(db, settings);
  const order = await payingHelpers.hold(db, visitor, await camp(days));
  const refused = payingHelpers.finalize(db, order, pay);
  expect(await refusal(refused)).toMatchObject({ code, field: 'instalments' });
  await instalments.allowDeposits(db);
});

test('when two payment pages have different choices, the paid one counts', async () => {
  const order = await payingHelpers.hold(db, visitor, await camp());
  const deposit = await payingHelpers.finalize(db, order, plan);
  const first = { order, finalized: deposit, sessionId: await payingHelpers.openPaymentPage(db, deposit) };
  const fullPrice = await payingHelpers.finalize(db, order, null);
  expect(fullPrice).toMatchObject({ same_terms: false, total_cents: instalments.PRICE });
  await payingHelpers.openPaymentPage(db, fullPrice);
  expect(await payingHelpers.chargeOrder(db, first)).toMatchObject({ result: 'confirmed' });
  expect(await money(first)).toMatchObject({
    held: instalments.DEPOSIT,
    open: instalments.PRICE - instalments.DEPOSIT,
    decided: 0,
  });
});

test('a deposit that comes too late for a spot is refunded in full, and the rest is not claimed', async () => {
  const camp_id = await instalments.makeCampIn(db, 75, { capacity: 1 });
  const paying = await payingHelpers.goToPayment(db, visitor, [payingHelpers.campLine(camp_id)], plan);
  await shop.expireHolds(db, paying.order.secret);
  await payingHelpers.chargeOrder(
    db,
    await payingHelpers.goToPayment(db, visitor, [payingHelpers.campLine(camp_id)], null),
  );
  expect(await payingHelpers.chargeOrder(db, paying)).toMatchObject({ result: 'needs_choice' });
  // The mail and the page offer only the choices that are accepted, with the sum that was paid.
  const p_access = { order_id: paying.finalized.order_id };
  const [mail] = await db.sql`
    select payload -> 'late_choices' as kinds, payload -> 'instalments' -> 'open_cents' as open
    from public.outbox where template = 'paid_late_choice' and payload ->> 'number' = ${paying.finalized.number}`;
  expect(mail).toEqual({ kinds: ['refund'], open: instalments.PRICE - instalments.DEPOSIT });
  expect(await rpc(db, service, 'get_managed_order', { p_access })).toMatchObject({
    late_choices: ['refund'],
    lines: [{ balance_cents: instalments.DEPOSIT }],
  });
  const choose = (kind: string) => rpc(db, service, 'choose_late', { p_access, p_choice: { kind } });
  expect(await refusal(choose('credit'))).toMatchObject({ code: 'instalments_open', field: 'p_choice' });
  expect(await choose('refund')).not.toHaveProperty('late_choices');
  expect(await money(paying)).toMatchObject({ refunded: instalments.DEPOSIT, held: 0, open: 0, places: 0 });
});

test('the books agree after all tests in this file', async () => {
  expect([...(await db.sql`select rule, details from private.discrepancies()`)]).toEqual([]);
});

test('a refund beside a deposit counts by the order after it, and not by the whole price', async () => {
  // The first camp's fee takes all of its deposit two weeks earlier than the second one's.
  const lines = [...(await camp(45)), ...(await camp(59))];
  const order = await payingHelpers.hold(db, visitor, lines);
  const before = order.pay?.deposit_refund_steps ?? [];
  expect(before.map(({ refund_cents }) => refund_cents)).toEqual([
    2 * instalments.DEPOSIT,
    instalments.DEPOSIT,
    0,
  ]);
  expect(order.refund_steps?.[0]?.refund_cents).toBe(2 * instalments.PRICE);
  const pay = { instalments: { parts: 1, deposit_cents: 2 * instalments.DEPOSIT } };
  const finalized = await payingHelpers.finalize(db, order, pay);
  const paying = { order, finalized, sessionId: await payingHelpers.openPaymentPage(db, finalized) };
  await payingHelpers.chargeOrder(db, paying);
  const view = await rpc<OrderView>(db, visitor, 'get_order', { p_secret: order.secret });
  expect(view.lines.map(({ unpaid_cents }) => unpaid_cents)).toEqual(
    Array(2).fill(instalments.PRICE - instalments.DEPOSIT),
  );
  // The refund table of each line, which the mail and the order page show, adds up to the table shown before paying.
  for (const [at, step] of before.entries()) {
    const sum = view.lines.reduce((cents, { refund_steps: steps }) => {
      const then = steps?.find(({ until }) => until === null || (step.until !== null && until >= step.until));
      return cents + (then?.refund_cents ?? 0);
    }, 0);
    expect([at, sum]).toEqual([at, step.refund_cents]);
  }
});
