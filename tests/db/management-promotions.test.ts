/**
 * Tests promotion codes for staff: who may see and change them, and what a change never affects (docs/decisions
 * "Discounts").
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  PromotionEnded,
  PromotionSaved,
  StaffPromotionDetails,
  StaffPromotions,
} from '#contract/management-promotions.ts';
import type { OrderView } from '#contract/orders.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { callAs } from '#support/sql-details.ts';
import { visitorAt } from '#support/sql-leads.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

type Role = keyof People['callers'];
const call = (name: string, body: Record<string, unknown>, role: Role = 'admin') =>
  rpc(db, people.callers[role], name, body);
const save = async (promotion: object) =>
  v.parse(PromotionSaved, await call('save_promotion_code', { p_promotion: promotion })).promotion_id;
const read = async (id: string) =>
  v.parse(StaffPromotionDetails, await call('get_promotion_code', { p_promotion_id: id }));
const end = async (id: string, ended = true) =>
  v.parse(PromotionEnded, await call('end_promotion_code', { p_promotion_id: id, p_ended: ended }));
const list = async (filter: object = {}, more: Record<string, unknown> = {}) =>
  v.parse(StaffPromotions, await call('list_promotion_codes', { p_filter: filter, ...more }));
const hold = async (code: string, who: Caller = visitor) =>
  rpc<OrderView>(db, who, 'hold_order', {
    p_order: { ...shop.holdRequest(await shop.makeSession(db)), code },
  });

const discountOf = ({ lines }: OrderView) => lines.reduce((sum, line) => sum + line.discount_cents, 0);

const calls: [string, Record<string, unknown>][] = [
  ['list_promotion_codes', {}],
  ['get_promotion_code', { p_promotion_id: randomUUID() }],
  ['end_promotion_code', { p_promotion_id: randomUUID() }],
  ['save_promotion_code', { p_promotion: { code: 'FREE', percent: 100 } }],
];
describe.each(calls)('%s', (name, body) => {
  test('a visitor may not call it', async () =>
    expect(await sqlState(call(name, body, 'visitor'))).toBe('42501'));
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) =>
    expect(await refusal(call(name, body, role))).toMatchObject({ code: 'not_allowed', status: 403 }),
  );
  test('an admin without their second factor is refused', async () => {
    await db.sql`update public.settings set second_factor_roles = '{admin,business_admin}'`;
    const who = { ...people.callers.admin, claims: { aal: 'aal1' } };
    expect(await refusal(rpc(db, who, name, body))).toMatchObject({ code: 'not_allowed' });
    await db.sql`update public.settings set second_factor_roles = default`;
  });
});

test('the list shows what a code takes off, its limits, its use and its revenue', async () => {
  const id = await save({
    code: 'reef-10',
    percent: 10,
    campaign: 'Reef school',
    kinds: ['pass'],
    uses_max: 5,
    uses_per_family_max: null,
    valid_from: null,
    valid_until: '2099-01-01T00:00:00+08:00',
    seen: null,
  });
  const order = await hold('reef-10');
  await shop.confirmPayment(db, shop.paymentOf(await shop.openPaymentPage(db, order)));
  await hold('REEF-10');
  const [row] = (await list({ search: 'reef sch' })).rows;
  const off = discountOf(order);
  expect(off).toBeGreaterThan(0);
  expect(row).toMatchObject({
    promotion_id: id,
    code: 'REEF-10',
    campaign: 'Reef school',
    percent: 10,
    used: 2,
    left: 3,
    state: 'running',
    valid_from: null,
    discount_cents: off,
    revenue_cents: order.total_cents,
    created_by: 'admin@example.test',
  });
  const { orders, changes } = await read(id);
  expect(orders.map(({ state, discount_cents }) => [state, discount_cents])).toEqual([
    ['held', off],
    ['paid', off],
  ]);
  expect(changes).toMatchObject([{ action: 'insert', who: 'admin@example.test', after: { percent: 10 } }]);
});

test('a code is planned, running, used up, expired or ended, and the list can be filtered by each', async () => {
  const planned = await save({ code: 'SOON', percent: 5, valid_from: '2099-01-01T00:00:00+08:00' });
  const expired = await save({ code: 'GONE', percent: 5, valid_until: '2020-01-01T00:00:00+08:00' });
  const used = await save({ code: 'ONLY-ONE', percent: 5, uses_max: 1 });
  await hold('only-one');
  const ended = await save({ code: 'STOPPED', percent: 5 });
  expect(await end(ended)).toEqual({ state: 'ended' });
  for (const [state, id] of Object.entries({ planned, expired, used_up: used, ended }))
    expect((await list({ state })).rows.map((row) => row.promotion_id)).toEqual([id]);
});

test('the pages follow each other, and a hostile filter is refused', async () => {
  const all = (await list()).rows.map(({ code }) => code);
  const first = await list({}, { p_limit: 2 });
  const second = await list({}, { p_limit: 100, p_after: first.next });
  expect([...first.rows, ...second.rows].map(({ code }) => code)).toEqual(all);
  expect(await refusal(list({ state: "x' or true --" }))).toMatchObject({ field: 'p_filter.state' });
  expect((await list({ search: "%' or '1'='1" })).rows).toEqual([]);
  expect(await refusal(list({}, { p_after: randomUUID() }))).toMatchObject({ code: 'promotion_not_found' });
});

describe('changing a code', () => {
  test('a change needs the values that staff saw, and a new code never replaces another one', async () => {
    const id = await save({ code: 'TWICE', percent: 5, seen: null });
    expect(await refusal(save({ code: 'twice', percent: 90, seen: null }))).toMatchObject({
      code: 'promotion_exists',
      field: 'code',
    });
    const { seen } = (await read(id)).promotion;
    await save({ code: 'TWICE', percent: 6, seen });
    expect(await refusal(save({ code: 'TWICE', percent: 7, seen }))).toMatchObject({
      code: 'changed_meanwhile',
    });
    expect(await refusal(save({ code: 'NEVER-MADE', percent: 7, seen }))).toMatchObject({
      code: 'changed_meanwhile',
    });
    expect((await read(id)).promotion.percent).toBe(6);
    expect((await read(id)).changes).toMatchObject([
      { action: 'update', before: { percent: 5 }, after: { percent: 6 } },
      { action: 'insert' },
    ]);
  });

  test.each([
    ['campaign', { campaign: 'x'.repeat(81) }],
    ['campaign', { campaign: 'a\nb' }],
    ['campaign', { campaign: 7 }],
  ])('a change of %s to %j is refused', async (field, wrong) =>
    expect(await refusal(save({ code: 'WRONG', percent: 5, ...wrong }))).toMatchObject({
      code: 'invalid_input',
      field,
    }),
  );

  test.each([
    ['a smaller discount', { percent: 1 }],
    ['another kind of offer', { percent: 20, kinds: ['camp_tier'] }],
    ['a minimum', { percent: 20, minimum_cents: 1_000_000 }],
    ['an end that has passed', { percent: 20, valid_until: '2020-01-01T00:00:00+08:00' }],
    ['being switched off', { percent: 20, active: false }],
  ])(
    'a change to %s leaves held orders at their price, and sold ones with their terms',
    async (_, change) => {
      const code = `KEEP-${randomUUID().slice(0, 6).toUpperCase()}`;
      await save({ code, percent: 20 });
      const [sold, held] = [await hold(code), await hold(code)];
      await shop.confirmPayment(db, shop.paymentOf(await shop.openPaymentPage(db, sold)));
      await save({ code, ...change });
      const payment = await shop.openPaymentPage(db, held);
      await shop.confirmPayment(db, shop.paymentOf(payment));
      const rows = await db.sql<{ total_cents: number; rules: { percent: number; minimum_cents: number } }[]>`
      select o.total_cents, e.rules from public.orders o
      join public.order_lines l on l.order_id = o.id
      join public.line_ledger e on e.order_line_id = l.id and e.entry = 'discount'
      where o.code = ${code}`;
      expect(rows.map(({ total_cents }) => total_cents)).toEqual([sold.total_cents, sold.total_cents]);
      for (const { rules } of rows)
        expect(rules).toMatchObject({ percent: 20, kinds: null, minimum_cents: 0 });
    },
  );

  test('a change applies from the next order on', async () => {
    await save({ code: 'NEXT', percent: 20 });
    const before = await hold('NEXT');
    await save({ code: 'NEXT', percent: 10 });
    const after = await hold('NEXT');
    expect(discountOf(after) * 2).toBe(discountOf(before));
  });
});

test('an ended code is answered like a wrong one, and using it counts as a guess', async () => {
  const id = await save({ code: 'HUSHED', percent: 20 });
  await end(id);
  await end(id);
  const caller = visitorAt('203.0.113.99');
  const ask = async (code: string) => refusal(hold(code, caller)).then((answer) => answer.code);
  expect(await ask('HUSHED')).toBe('code_invalid');
  const codes = [];
  for (let n = 0; n < 62; n++) codes.push(await ask(`GUESS-${n}`));
  expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'code_invalid'));
  expect(codes.at(-1)).toBe('rate_limited');
  expect((await end(id, false)).state).toBe('running');
  expect((await read(id)).changes.map(({ action }) => action)).toEqual(['update', 'update', 'insert']);
  expect(await callAs(db, service, 'save_promotion_code', { code: 'BY-HAND', percent: 5 })).toBeTruthy();
});
