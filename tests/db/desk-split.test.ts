/**
 * Tests a sale at the desk that is paid in two ways. The tests read only the tables. The parts must add up to the
 * price, the close of the day must count each part once by its method, and no refund may take more from a method than
 * was paid by it (docs/decisions "Two ways of paying at the desk").
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { DeskDay } from '#contract/desk-closes.ts';
import { OrderDetails } from '#contract/management-orders.ts';
import { StaffDecisions } from '#contract/management.ts';
import { PaynowSale } from '#contract/desk.ts';
import { DeskOrder } from '#contract/passes.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { callAs, signedIn } from '#support/sql-details.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, service } from '#support/sql.ts';

const TOTAL = 69_700;
let db: TestDatabase;
let seller: Caller;
let sellers = 0;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db, [shop.tryout, shop.term]);
});
beforeEach(async () => {
  await db.sql`update public.settings set uen = null`;
  seller = signedIn(await makeUser(db, `split-seller${++sellers}@example.test`, ['admin']));
});
afterAll(() => db.drop());

let walkIns = 0;
const saleOf = (method: string, split: unknown, more: object = {}) => ({
  key: randomUUID(),
  parent: { ...shop.details.parent, email: `split${++walkIns}@example.test` },
  children: [{ name: 'Kai Tan', dob: '2018-05-01' }],
  lines: [{ offer_id: 'pass-term', child: 0 }],
  consents: { terms: true, activity: true },
  method,
  split,
  expected_total_cents: TOTAL,
  ...more,
});
const sell = async (method: string, split: unknown) =>
  v.parse(DeskOrder, await callAs(db, seller, 'sell_at_desk', saleOf(method, split)));
const refund = async ({ order_id }: DeskOrder, p_cents: number) =>
  rpc(db, service, 'refund_order', {
    p_order_id: order_id,
    p_cents,
    p_reason: 'goodwill',
    p_key: randomUUID(),
  });
/** Reads from the tables, without any function of the project, what was paid, refunded and left by each method. */
const partsOf = ({ order_id }: DeskOrder) =>
  db.sql<{ method: string; paid: number; refunded: number }[]>`
    select p.method, sum(p.amount_cents)::integer as paid, coalesce(sum(r.cents), 0)::integer as refunded
    from public.payments p
    left join (
      select payment_id, sum(amount_cents) as cents from public.refunds where status <> 'failed' group by 1) r on r.payment_id = p.id
    where p.order_id = ${order_id} group by p.method order by p.method`;
const openDay = async () => v.parse(DeskDay, await rpc(db, seller, 'get_desk_day', { p_day: null }));
const discrepancies = async () => [
  ...(await db.as(seller, (sql) => sql`select rule, subject from public.reconcile_books()`)),
];

test('half in cash and half on the terminal: one order, two payments, each in the close by its method', async () => {
  const order = await sell('cash', { method: 'card_terminal', cents: 30_000 });
  expect(order).toMatchObject({
    status: 'paid',
    method: 'cash',
    split: { method: 'card_terminal', cents: 30_000 },
  });
  expect(await partsOf(order)).toEqual([
    { method: 'card_terminal', paid: 30_000, refunded: 0 },
    { method: 'cash', paid: 39_700, refunded: 0 },
  ]);
  const { open, items } = await openDay();
  expect([open.cash.expected_cents, open.card_terminal.expected_cents, open.paynow.expected_cents]).toEqual([
    39_700, 30_000, 0,
  ]);
  expect(items.map(({ number, cents }) => [number, cents])).toEqual([
    [order.number, 39_700],
    [order.number, 30_000],
  ]);
  const counted = { cash: 39_700, paynow: 0, card_terminal: 30_000 };
  await rpc(db, seller, 'close_desk_day', {
    p_close: { key: randomUUID(), day: (await openDay()).day, expected: counted, counted, note: null },
  });
  expect((await openDay()).items).toEqual([]);
  expect(await discrepancies()).toEqual([]);
});

test.each([
  ['cash', 'card_terminal'],
  ['card_terminal', 'cash'],
  ['paynow', 'cash'],
  ['card_terminal', 'paynow'],
])(
  'a refund of a sale by %s and %s takes what was not cash first, and never more than each part',
  async (method, other) => {
    const order = await sell(method, { method: other, cents: 30_000 });
    const paid = Object.fromEntries((await partsOf(order)).map((part) => [part.method, part.paid]));
    expect(Object.values(paid).reduce((sum, cents) => sum + cents, 0)).toBe(TOTAL);
    const first = method === 'cash' ? other : method;
    await refund(order, 10_000);
    expect((await partsOf(order)).find((part) => part.method === first)?.refunded).toBe(10_000);
    await refund(order, TOTAL - 10_000);
    for (const part of await partsOf(order)) expect(part.refunded).toBe(part.paid);
    expect(await refusal(refund(order, 1))).toMatchObject({ code: 'refund_too_much' });
    // The refunds are paid by hand, and each counts in the close of the person who paid it.
    const rows = await db.sql<{ id: string }[]>`
    select id from public.refunds where order_id = ${order.order_id} and status = 'requested'`;
    for (const { id } of rows) await rpc(db, seller, 'settle_desk_refund', { p_refund_id: id });
    const { open } = await openDay();
    for (const sums of Object.values(open)) expect(sums.expected_cents).toBe(0);
    expect(await discrepancies()).toEqual([]);
  },
);

test('nobody records a refund of a part beyond that part', async () => {
  const order = await sell('cash', { method: 'card_terminal', cents: 30_000 });
  const [card] = await db.sql<[{ id: string }]>`
    select id from public.payments where order_id = ${order.order_id} and method = 'card_terminal'`;
  await expect(
    db.sql`insert into public.refunds (payment_id, order_id, amount_cents, currency, reason)
      values (${card.id}, ${order.order_id}, 30001, 'SGD', 'goodwill')`,
  ).rejects.toThrow(/exceed its charge/);
});

test('a repeated request sells once, with the parts of the first', async () => {
  const sale = saleOf('cash', { method: 'card_terminal', cents: 30_000 });
  const first = v.parse(DeskOrder, await callAs(db, seller, 'sell_at_desk', sale));
  const again = await callAs(db, seller, 'sell_at_desk', { ...sale, split: { method: 'paynow', cents: 1 } });
  expect(v.parse(DeskOrder, again)).toMatchObject({ order_id: first.order_id, split: first.split });
  expect(await partsOf(first)).toHaveLength(2);
});

describe('is refused, and sells nothing', () => {
  test.each([
    ['cash', { method: 'cash', cents: 100 }, 'split.method'],
    ['cash', { method: 'balance', cents: 100 }, 'split.method'],
    ['cash', { method: 'stripe', cents: 100 }, 'split.method'],
    ['balance', { method: 'cash', cents: 100 }, 'family_id'],
    ['cash', { method: 'card_terminal', cents: 0 }, 'split.cents'],
    ['cash', { method: 'card_terminal', cents: -100 }, 'split.cents'],
    ['cash', { method: 'card_terminal', cents: TOTAL }, 'split.cents'],
    ['cash', { method: 'card_terminal', cents: 1.5 }, 'split.cents'],
    ['cash', { method: 'card_terminal' }, 'split.cents'],
    ['cash', 'half', 'split.cents'],
  ])('%s with %j', async (method, split, field) => {
    expect(await refusal(callAs(db, seller, 'sell_at_desk', saleOf(method, split)))).toMatchObject({
      code: 'invalid_input',
      field,
    });
  });
  test('together with a deposit, and PayNow as the second way with a UEN', async () => {
    const split = { method: 'card_terminal', cents: 100 };
    const deposit = saleOf('cash', split, { instalments: { parts: 1, deposit_cents: 10_000 } });
    expect(await refusal(callAs(db, seller, 'sell_at_desk', deposit))).toMatchObject({
      code: 'invalid_input',
    });
    await db.sql`update public.settings set uen = '202612345D'`;
    const paynow = saleOf('cash', { method: 'paynow', cents: 100 });
    expect(await refusal(callAs(db, seller, 'sell_at_desk', paynow))).toMatchObject({
      field: 'split.method',
    });
  });
});

describe('with PayNow by the bank’s reference', () => {
  let references = 0;
  async function holdSale() {
    await db.sql`update public.settings set uen = '202612345D'`;
    const sale = saleOf('paynow', { method: 'cash', cents: 19_700 });
    return v.parse(PaynowSale, await rpc(db, seller, 'hold_paynow_sale', { p_sale: sale }));
  }
  const confirm = async (p_order_id: string, more: object = {}) =>
    v.parse(
      DeskOrder,
      await rpc(db, seller, 'confirm_paynow_sale', {
        p_order_id,
        p_reference: `SPLIT${++references}`,
        ...more,
      }),
    );

  test('the code asks for the rest, and the cash is recorded with the reference', async () => {
    const sale = await holdSale();
    expect(sale).toMatchObject({ total_cents: 50_000, split: { method: 'cash', cents: 19_700 } });
    expect((await openDay()).items).toEqual([]);
    const order = await confirm(sale.order_id);
    expect(order).toMatchObject({ status: 'paid', method: 'paynow' });
    expect(await partsOf(order)).toMatchObject([
      { method: 'cash', paid: 19_700 },
      { method: 'paynow', paid: 50_000 },
    ]);
    expect(await discrepancies()).toEqual([]);
  });

  test('if the cash is not there, nothing is sold, and admins decide about what came by PayNow', async () => {
    const sale = await holdSale();
    await rpc(db, seller, 'release_paynow_sale', { p_order_id: sale.order_id });
    const answer = await rpc(db, seller, 'confirm_paynow_sale', {
      p_order_id: sale.order_id,
      p_reference: `SPLIT${++references}`,
      p_has_split: false,
    });
    expect(answer).toMatchObject({ outcome: 'under_review', split: null, received_cents: 50_000 });
    expect(
      await db.sql`select kind, details ->> 'amount_cents' as cents from public.payment_decisions where order_id = ${sale.order_id}`,
    ).toMatchObject([{ kind: 'mismatch', cents: '50000' }]);
    expect(await db.sql`select from public.payments where order_id = ${sale.order_id}`).toHaveLength(1);
    expect((await openDay()).open.cash.expected_cents).toBe(0);
  });

  test('cash that a seller takes out of a sale is named in the decision and in the audit log', async () => {
    const sale = await holdSale();
    await confirm(sale.order_id, { p_has_split: false });
    const split = { method: 'cash', cents: 19_700 };
    const { rows } = v.parse(StaffDecisions, await rpc(db, seller, 'list_decisions', { p_kind: 'mismatch' }));
    expect(rows.find(({ order_id }) => order_id === sale.order_id)).toMatchObject({ split });
    const details = v.parse(
      OrderDetails,
      await rpc(db, seller, 'get_order_details', { p_order_id: sale.order_id }),
    );
    expect(details.decisions).toMatchObject([{ kind: 'mismatch', split }]);
    expect([
      ...(await db.sql`
        select user_id, before, after from public.audit_log
        where table_name = 'orders' and row_key = ${sale.order_id} and action = 'update'`),
    ]).toEqual([
      {
        user_id: seller.sub,
        before: { split_method: 'cash', split_cents: 19_700 },
        after: { split_method: null, split_cents: 0 },
      },
    ]);
  });

  test('an admin records the cash after all: the sale is booked in full, and the cash is in the close', async () => {
    const sale = await holdSale();
    await confirm(sale.order_id, { p_has_split: false });
    const [decision] = await db.sql<[{ id: string }]>`
      select id from public.payment_decisions where order_id = ${sale.order_id}`;
    const resolve = (p_resolution: string) =>
      rpc(db, seller, 'resolve_decision', { p_decision_id: decision.id, p_resolution, p_has_split: true });
    expect(await refusal(resolve('refund'))).toMatchObject({ code: 'invalid_input', field: 'p_has_split' });
    expect(await resolve('accepted')).toMatchObject({ resolved: true, result: 'confirmed' });
    const [order] = await db.sql`select status, split_cents from public.orders where id = ${sale.order_id}`;
    expect(order).toEqual({ status: 'paid', split_cents: 19_700 });
    expect(
      await db.sql`
      select method, amount_cents as paid from public.payments where order_id = ${sale.order_id} order by method`,
    ).toEqual([
      { method: 'cash', paid: 19_700 },
      { method: 'paynow', paid: 50_000 },
    ]);
    expect((await openDay()).open.cash.expected_cents).toBe(19_700);
    expect(await discrepancies()).toEqual([]);
  });

  test('a decision about a sale in which no part was taken out can’t record one', async () => {
    const sale = await holdSale();
    await confirm(sale.order_id, { p_has_split: false });
    await db.sql`update public.payment_decisions set details = details - 'split' where order_id = ${sale.order_id}`;
    const [decision] = await db.sql<[{ id: string }]>`
      select id from public.payment_decisions where order_id = ${sale.order_id}`;
    const call = rpc(db, seller, 'resolve_decision', {
      p_decision_id: decision.id,
      p_resolution: 'accepted',
      p_has_split: true,
    });
    expect(await refusal(call)).toMatchObject({ code: 'invalid_input', field: 'p_has_split' });
  });
});
