/**
 * Tests a coach at the sales desk: without the setting the coach may do nothing, and with it only what a sale needs
 * (docs/decisions "/sales").
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { DeskFamilies } from '#contract/desk.ts';
import { DeskOrder } from '#contract/passes.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as passes from '#support/sql-passes.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let home: Awaited<ReturnType<typeof passes.makeHome>>;
/** By default a coach cannot give a discount. */
const limits = { spends_balance: false, uen: null, discount: { percent: 0, cents: 0 } };
type Role = keyof People['callers'];
const allow = (coaches_sell: boolean) => db.sql`update public.settings set ${db.sql({ coaches_sell })}`;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  home = await passes.makeHome(db);
  await db.sql`
    update public.families
    set contact_name = 'Wei O’Brien', contact_phone = '+6591112222', contact_email = 'Wei@example.test'
    where id = ${home.familyId}`;
  await db.sql`update public.children set name = 'Zhi Xuan' where id = ${home.childId}`;
});
afterEach(() => allow(false));
afterAll(() => db.drop());

const call = (role: Role, name: string, body: Record<string, unknown>) =>
  rpc(db, people.callers[role], name, body);
const readRefusal = async (role: Role, name: string, body: Record<string, unknown>) =>
  refusal(call(role, name, body));
const find = async (p_search: string, role: Role = 'coach') =>
  v
    .parse(DeskFamilies, await call(role, 'find_desk_families', { p_search }))
    .rows.map(({ family_id }) => family_id);
/** Sells a Term pass to the family. */
async function sell(role: Role, more: object = {}) {
  const session_id = await shop.makeSession(db);
  const p_sale = {
    key: randomUUID(),
    family_id: home.familyId,
    parent: {},
    children: [{ id: home.childId }],
    lines: [{ offer_id: 'pass-term', session_id, child: 0 }],
    consents: { terms: true, activity: true },
    method: 'cash',
    expected_total_cents: 69_700,
    ...more,
  };
  return v.parse(DeskOrder, await call(role, 'sell_at_desk', { p_sale }));
}
const calls = (orderId: string): [string, Record<string, unknown>][] => [
  ['find_desk_families', { p_search: 'wei@example.test' }],
  ['quote_at_desk', { p_sale: { lines: [{ offer_id: 'pass-term' }] } }],
  ['sell_at_desk', { p_sale: {} }],
  ['make_details_link', { p_order_id: orderId }],
  ['get_reported_details', { p_order_id: orderId }],
];

test('a coach cannot sell by default, and every call refuses them', async () => {
  expect(await call('coach', 'get_desk_access', {})).toEqual({ sells: false, ...limits });
  for (const [name, body] of calls(randomUUID()))
    expect(await readRefusal('coach', name, body)).toMatchObject({ code: 'not_allowed', status: 403 });
});

describe('when the setting allows coaches to sell', () => {
  beforeEach(() => allow(true));

  test.each(['visitor', 'parent', 'second parent', 'other parent'] as const)(
    'a %s still cannot sell',
    async (role) => {
      for (const [name, body] of [...calls(randomUUID()), ['get_desk_access', {}] as const]) {
        if (role === 'visitor') expect(await sqlState(call(role, name, body))).toBe('42501');
        else expect(await readRefusal(role, name, body)).toMatchObject({ code: 'not_allowed' });
      }
    },
  );

  test('a coach sells under their own name, and can send the parent a link that asks for the children’s details', async () => {
    expect(await call('coach', 'get_desk_access', {})).toEqual({ sells: true, ...limits });
    const order = await sell('coach');
    expect(order).toMatchObject({ status: 'paid', total_cents: 69_700, family_id: home.familyId });
    const [row] = await db.sql`select sold_by, channel from public.orders where id = ${order.order_id}`;
    expect(row).toEqual({ sold_by: people.coachId, channel: 'desk' });
    const ask = { p_order_id: order.order_id };
    expect(await call('coach', 'make_details_link', ask)).toHaveProperty('token');
    expect(await call('coach', 'get_reported_details', ask)).toMatchObject([{ name: 'Zhi' }]);
  });

  test('a coach who knows the address of a family cannot spend its balance', async () => {
    const give = { p_family_id: home.familyId, p_cents: 69_700, p_note: 'Sorry', p_expected_cents: 0 };
    await call('business admin', 'change_balance', { ...give, p_key: randomUUID() });
    for (const more of [{ method: 'balance' }, { balance_cents: 5_000 }])
      expect(await refusal(sell('coach', more))).toMatchObject({
        code: 'not_allowed',
        field: 'balance_cents',
      });
    const [left] = await db.sql<[{ cents: number }]>`select private.balance_of(${home.familyId}) as cents`;
    expect(left.cents).toBe(69_700);
    await sell('admin', { method: 'balance' });
  });

  test('a coach can ask about nobody else’s sale, and not about their own after a day', async () => {
    const [own, others] = [await sell('coach'), await sell('admin')];
    await db.sql`update public.orders set paid_at = paid_at - interval '25 hours' where id = ${own.order_id}`;
    for (const { order_id } of [own, others])
      for (const name of ['make_details_link', 'get_reported_details'])
        expect(await readRefusal('coach', name, { p_order_id: order_id })).toMatchObject({
          code: 'order_not_found',
        });
    expect(await call('admin', 'get_reported_details', { p_order_id: own.order_id })).toHaveLength(1);
  });

  test.each(['wei@example.test', ' WEI@Example.test ', '+65 9111 2222', '9111-2222'])(
    'a coach finds the family by its whole address or number: %s',
    async (search) => expect(await find(search)).toEqual([home.familyId]),
  );

  test.each(['brien', 'xuan', 'wei', '@example.test', '9111', '1112222', 'example.test', '%@example.test'])(
    'a coach cannot search by part of an address, number or name: %s',
    async (search) => {
      const answer = await find(search).catch(() => 'refused');
      expect(answer === 'refused' || answer.length === 0).toBe(true);
    },
  );

  test('a coach’s search by name is refused with its field, and an admin’s finds the family', async () => {
    expect(await readRefusal('coach', 'find_desk_families', { p_search: 'O’Brien' })).toMatchObject({
      code: 'invalid_input',
      field: 'p_search',
    });
    expect(await find('O’Brien', 'admin')).toEqual([home.familyId]);
  });

  test('a search finds the parent’s own address, but no longer number and no erased family', async () => {
    expect(await find(home.email)).toEqual([home.familyId]);
    expect(await find('6591112222')).toEqual([home.familyId]);
    expect(await find('00006591112222')).toEqual([]);
    const gone = await passes.makeHome(db);
    await db.sql`update public.families set contact_email = 'gone@example.test' where id = ${gone.familyId}`;
    expect(await find('gone@example.test')).toHaveLength(1);
    await db.sql`update public.families set erased_at = now() where id = ${gone.familyId}`;
    expect(await find('gone@example.test')).toEqual([]);
  });

  test('a coach still cannot read reports, orders, refunds and families', async () => {
    const { order_id: p_order_id } = await sell('coach');
    for (const table of ['orders', 'order_lines', 'payments', 'settings', 'refunds']) {
      const rows = db.as(people.callers.coach, (sql) => sql`select id from public.${sql(table)}`);
      expect(await rows.then(({ length }) => length).catch(() => 0), table).toBe(0);
    }
    for (const [name, body] of [
      ['list_orders', {}],
      ['list_families', {}],
      ['get_family_page', { p_family_id: home.familyId }],
      ['get_order_details', { p_order_id }],
      ['refund_order', { p_order_id, p_cents: 100, p_reason: 'goodwill' }],
      ['get_report', { p_report: 'sales', p_from: '2026-11-01', p_until: '2026-11-30' }],
      ['get_management_today', {}],
    ] as const)
      expect(await readRefusal('coach', name, body), name).toMatchObject({ code: 'not_allowed' });
    expect(await call('coach', 'search_staff', { p_search: 'brien' })).toEqual([]);
  });

  test('switching the setting off takes effect at once', async () => {
    await allow(false);
    expect(await call('coach', 'get_desk_access', {})).toEqual({ sells: false, ...limits });
    expect(await readRefusal('coach', 'sell_at_desk', { p_sale: {} })).toMatchObject({ code: 'not_allowed' });
  });
});
