/**
 * Tests discounts given by staff at the desk: who may give how much, and how refunds and reports count them
 * (docs/decisions "Discounts").
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RevenueReport } from '#contract/management-reports.ts';
import { DeskOrder } from '#contract/passes.ts';
import type { Quote } from '#contract/quotes.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { callAs, signedIn } from '#support/sql-details.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, service, visitor } from '#support/sql.ts';

const PRICE = 69_700;
let db: TestDatabase;
let sellers: Record<'coach' | 'admin' | 'business', Caller>;
const set = (change: Record<string, unknown>) => db.sql`update public.settings set ${db.sql(change)}`;
const limits = {
  coaches_sell: true,
  coach_discount_percent: 5,
  coach_discount_cents: 3_000,
  admin_discount_percent: 20,
  admin_discount_cents: 10_000,
  business_admin_discount_percent: 100,
  business_admin_discount_cents: 1_000_000,
};
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
  sellers = {
    coach: signedIn(await makeUser(db, 'coach@example.test', ['coach'])),
    admin: signedIn(await makeUser(db, 'admin@example.test', ['admin'])),
    business: {
      ...signedIn(await makeUser(db, 'business@example.test', ['business_admin'])),
      claims: { aal: 'aal2' },
    },
  };
});
beforeEach(() => set(limits));
afterAll(() => db.drop());

let walkIns = 0;
function saleOf(cents: number | null, more: object = {}, total = PRICE) {
  return {
    key: randomUUID(),
    parent: { ...shop.details.parent, email: `discount${++walkIns}@example.test` },
    children: [{ name: 'Kai Tan', dob: '2018-05-01' }],
    lines: [{ offer_id: 'pass-term', child: 0 }],
    consents: { terms: true, activity: true },
    method: 'cash',
    ...(cents !== null && { discount: { cents, reason: 'Their class was rained out' } }),
    expected_total_cents: total - (cents ?? 0),
    ...more,
  };
}
const sell = async (sale: object, who: Caller) =>
  v.parse(DeskOrder, await callAs(db, who, 'sell_at_desk', sale));

describe('the discount limit of each role', () => {
  test.each<[keyof typeof sellers, number, boolean]>([
    // The lower of the two limits, percent and amount, counts.
    ['coach', 3_000, true],
    ['coach', 3_001, false],
    ['admin', 10_000, true],
    ['admin', 10_001, false],
    // A discount always leaves the smallest amount that can be charged.
    ['business', PRICE - 50, true],
    ['business', PRICE - 49, false],
    ['business', PRICE, false],
    ['business', PRICE + 1_000, false],
  ])('%s with a discount of %s cents: allowed is %s', async (role, cents, isAllowed) => {
    const sale = saleOf(cents, { expected_total_cents: Math.max(1, PRICE - cents) });
    const quote = await rpc<Quote>(db, sellers[role], 'quote_at_desk', { p_sale: sale });
    if (isAllowed) {
      expect(quote).toMatchObject({ discount_cents: cents, total_cents: PRICE - cents, refusals: [] });
      expect(await sell(sale, sellers[role])).toMatchObject({ total_cents: PRICE - cents, status: 'paid' });
    } else {
      expect(quote.refusals).toEqual([{ code: 'discount_too_high', field: 'discount.cents' }]);
      expect(await refusal(sell(sale, sellers[role]))).toMatchObject({ code: 'discount_too_high' });
    }
  });

  test('the percentage limit counts too', async () => {
    await set({ admin_discount_percent: 10, admin_discount_cents: 1_000_000 });
    await sell(saleOf(6_970), sellers.admin);
    expect(await refusal(sell(saleOf(6_971), sellers.admin))).toMatchObject({ code: 'discount_too_high' });
  });

  test('a coach can give no discount by default, and cannot sell without the setting', async () => {
    await set({ coach_discount_percent: 0, coach_discount_cents: 0 });
    expect(await refusal(sell(saleOf(1), sellers.coach))).toMatchObject({ code: 'discount_too_high' });
    await set({ coaches_sell: false });
    expect(await refusal(sell(saleOf(1), sellers.coach))).toMatchObject({ code: 'not_allowed' });
  });

  test('an admin cannot change the limits', async () => {
    const change = { name: 'admin_discount_percent', value: 90, seen: 20 };
    expect(await refusal(rpc(db, sellers.admin, 'save_setting', { p_change: change }))).toMatchObject({
      code: 'not_allowed',
    });
    const [row] = await db.sql`select admin_discount_percent from public.settings`;
    expect(row).toEqual({ admin_discount_percent: 20 });
  });
});

test('the database decides the price, and another total is refused', async () => {
  const sale = saleOf(1_000, { expected_total_cents: PRICE - 2_000 });
  expect(await refusal(sell(sale, sellers.admin))).toMatchObject({
    code: 'price_changed',
    detail: String(PRICE - 1_000),
  });
});

test.each<[string, object]>([
  ['discount', { discount: 5 }],
  ['discount.cents', { discount: { cents: -5, reason: 'x' } }],
  ['discount.cents', { discount: { cents: 0, reason: 'x' } }],
  ['discount.cents', { discount: { cents: 1.5, reason: 'x' } }],
  ['discount.reason', { discount: { cents: 100 } }],
  ['discount.reason', { discount: { cents: 100, reason: ' ' } }],
  ['discount.reason', { discount: { cents: 100, reason: 'x'.repeat(201) } }],
])('an invalid %s is refused: %j', async (field, change) => {
  expect(await refusal(sell(saleOf(null, change), sellers.admin))).toMatchObject({
    code: 'invalid_input',
    field,
  });
});

test('a manual discount cannot be combined with a code', async () => {
  await db.sql`insert into public.promotion_codes (code, percent) values ('TEN', 10)`;
  const sale = saleOf(1_000, { code: 'TEN', expected_total_cents: PRICE - 6_970 - 1_000 });
  expect(await refusal(sell(sale, sellers.admin))).toMatchObject({
    code: 'discount_with_code',
    field: 'discount.cents',
  });
});

test('a manual discount is refused on the website', async () => {
  const request = {
    ...shop.holdRequest(await shop.makeSession(db)),
    discount: { cents: 5_000, reason: 'Please' },
  };
  const order = await rpc<{ total_cents: number }>(db, visitor, 'hold_order', { p_order: request });
  const plain = await shop.hold(db, await shop.makeSession(db));
  expect(order.total_cents).toBe(plain.total_cents);
});

test('the discount is shared by all lines, its reason is kept with the seller, and a refund returns what was paid', async () => {
  const start = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const camp = await camps.makeCamp(db, { start });
  const sale = saleOf(
    9_000,
    {
      children: [
        { name: 'Kai Tan', dob: '2018-05-01' },
        { name: 'Mia Tan', dob: '2016-05-01' },
      ],
      lines: [
        { offer_id: 'pass-term', child: 0 },
        { offer_id: 'tier-spark', camp_id: camp, child: 1 },
      ],
    },
    PRICE + 49_000,
  );
  const order = await sell(sale, sellers.admin);
  const shares = order.lines.map(({ discount_cents }) => discount_cents);
  expect(shares.reduce((sum, cents) => sum + cents, 0)).toBe(9_000);
  expect(shares.every((cents) => cents > 0)).toBe(true);
  const [row] = await db.sql`
    select discount_cents, reason, given_by from public.desk_discounts where order_id = ${order.order_id}`;
  expect(row).toEqual({
    discount_cents: 9_000,
    reason: 'Their class was rained out',
    given_by: sellers.admin.sub,
  });
  const { events } = await rpc<{ events: object[] }>(db, sellers.admin, 'get_order_details', {
    p_order_id: order.order_id,
  });
  expect(events).toContainEqual(
    expect.objectContaining({ kind: 'desk_discount', about: 'Their class was rained out', cents: 9_000 }),
  );
  await db.sql`
    select private.forget_orders(array[${order.order_id}]::uuid[])`;
  const [kept] = await db.sql`
    select discount_cents, reason from public.desk_discounts where order_id = ${order.order_id}`;
  expect(kept).toEqual({ discount_cents: 9_000, reason: null });
  const balances = await db.sql<{ balance_cents: number; discount_cents: number }[]>`
    select b.balance_cents, b.discount_cents
    from public.order_lines l, private.line_balance(l.id) b where l.order_id = ${order.order_id} order by l.position`;
  expect(balances.map((line) => [line.balance_cents, line.discount_cents])).toEqual(
    order.lines.map(({ total_cents, discount_cents }) => [total_cents, discount_cents]),
  );
  // A refund cannot be more than was paid.
  const refund = (cents: number) =>
    rpc(db, service, 'refund_order', {
      p_order_id: order.order_id,
      p_cents: cents,
      p_reason: 'goodwill',
      p_key: randomUUID(),
    });
  expect(await refusal(refund(order.total_cents + 1))).toMatchObject({ code: 'refund_too_much' });
  await refund(order.total_cents);
  const [{ left }] = await db.sql<[{ left: number }]>`
    select sum(b.balance_cents)::int as left
    from public.order_lines l, private.line_balance(l.id) b where l.order_id = ${order.order_id}`;
  expect(left).toBe(0);
});

test('the revenue report shows what each seller gave on orders that were paid in its period', async () => {
  await db.sql`update public.profiles set name = 'Aisha' where id = ${sellers.admin.sub ?? ''}`;
  const sellAt = async (at: string, cents: number, who: Caller) => {
    const { order_id } = await sell(saleOf(cents), who);
    await db.sql`update public.orders set paid_at = ${at} where id = ${order_id}`;
  };
  await sellAt('2024-06-03T00:00:00+08:00', 2_000, sellers.admin);
  await sellAt('2024-06-09T23:59:59+08:00', 1_000, sellers.admin);
  await sellAt('2024-06-05T12:00:00+08:00', 500, sellers.business);
  await sellAt('2024-06-02T23:59:59+08:00', 70, sellers.admin);
  await sellAt('2024-06-10T00:00:00+08:00', 7, sellers.admin);
  // A sale that waits for PayNow does not count as paid.
  await set({ uen: '202612345D' });
  const waiting = await callAs<{ order_id: string }>(
    db,
    sellers.admin,
    'hold_paynow_sale',
    saleOf(900, { method: 'paynow' }),
  );
  await set({ uen: null });
  await db.sql`update public.orders set created_at = '2024-06-05' where id = ${waiting.order_id}`;
  const report = await rpc(db, sellers.admin, 'get_report', {
    p_report: 'revenue',
    p_from: '2024-06-03',
    p_until: '2024-06-09',
  });
  const [business] = await db.sql<[{ name: string | null }]>`
    select private.staff_name(${sellers.business.sub ?? ''}::uuid) as name`;
  expect(v.parse(RevenueReport, report).discounts).toEqual([
    { seller: 'Aisha', orders: 2, cents: 3_000 },
    { seller: business.name, orders: 1, cents: 500 },
  ]);
});
