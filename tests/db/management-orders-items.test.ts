/**
 * Tests staff's list of orders by camp, class, day and base, without abandoned checkouts (spec 1 §2, docs/decisions
 * "/management/orders").
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OrderDetails, OrderFilters, StaffOrders } from '#contract/management-orders.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { callAs } from '#support/sql-details.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let camp: string;
let elsewhere: string;
let session: string;
/**
 * These are the numbers of three orders: for two camps of the same days, and for a Term pass that begins with the
 * session.
 */
const sold = { camp: '', elsewhere: '', pass: '' };
/** These are the first day of both camps and the day before it. */
let day: string;
let before: string;

beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await camps.publish(db, camps.tierOffer('spark'));
  [{ day, before }] = await db.sql<[{ day: string; before: string }]>`
    select (private.calendar_today() + 90)::text as day, (private.calendar_today() + 89)::text as before`;
  camp = await camps.makeCamp(db, { start: day, base: 'bishan' });
  elsewhere = await camps.makeCamp(db, { start: day, base: 'east-coast' });
  session = await shop.makeSession(db, { capacity: 5 });
  sold.camp = await sell({ offer_id: 'tier-spark', camp_id: camp }, 'Kai');
  sold.elsewhere = await sell({ offer_id: 'tier-spark', camp_id: elsewhere }, 'Mia');
  sold.pass = await sell({ offer_id: 'pass-term', session_id: session }, 'Noa');
});
afterAll(() => db.drop());

async function sell(line: { offer_id: string; camp_id?: string; session_id?: string }, name: string) {
  const [{ cents }] = await db.sql<[{ cents: number }]>`
    select coalesce((select price_cents from private.camp_rung(${line.camp_id ?? null}, clock_timestamp())), price_cents) as cents
    from public.offers where id = ${line.offer_id}`;
  const { number } = await callAs<{ number: string }>(db, people.callers.admin, 'sell_at_desk', {
    key: randomUUID(),
    parent: { ...shop.details.parent, email: `${name.toLowerCase()}@example.test` },
    children: [{ name, dob: '2018-05-01' }],
    lines: [{ ...line, child: 0 }],
    consents: { terms: true, activity: true },
    method: 'paynow',
    expected_total_cents: cents,
  });
  return number;
}
const list = async (filter: Record<string, unknown>) =>
  v
    .parse(StaffOrders, await rpc(db, people.callers.admin, 'list_orders', { p_filter: filter }))
    .rows.map(({ number }) => number);
const readLocation = async (base: string) => {
  const [row] = await db.sql<[{ id: string }]>`select id from public.locations where base = ${base}`;
  return row.id;
};
const readFilters = async (p_item: string | null = null) =>
  v.parse(OrderFilters, await rpc(db, people.callers.admin, 'get_order_filters', { p_item }));

describe('filters of the order list', () => {
  test('a camp filter finds its orders, and not those of another camp on the same days', async () => {
    expect(await list({ item: camp })).toEqual([sold.camp]);
    expect(await list({ item: elsewhere })).toEqual([sold.elsewhere]);
  });

  test('a session filter and a filter by kind of class find their orders', async () => {
    expect(await list({ item: session })).toEqual([sold.pass]);
    const [{ kind }] = await db.sql<[{ kind: string }]>`
      select class_type_id as kind from public.sessions where id = ${session}`;
    expect(await list({ item: kind })).toContain(sold.pass);
    expect(await list({ item: kind })).not.toContain(sold.camp);
  });

  test('a filter by day and base finds the orders of a camp that takes place there on that day', async () => {
    expect((await list({ day })).toSorted()).toEqual([sold.camp, sold.elsewhere].toSorted());
    expect(await list({ day, base: await readLocation('bishan') })).toEqual([sold.camp]);
    expect(await list({ day: before })).toEqual([]);
    expect(await list({ item: camp, base: await readLocation('east-coast') })).toEqual([]);
  });

  test('a session filter finds the order of a pass whose credit booked it later', async () => {
    const later = await shop.makeSession(db, { capacity: 5 });
    await db.sql`
      with place as (
        insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
        select s.id, s.session_date, s.session_time, p.child_id, p.family_id
        from public.sessions s, public.passes p join public.order_lines l on l.id = p.order_line_id
        join public.orders o on o.id = l.order_id
        where s.id = ${later} and o.number = ${sold.pass} returning id, child_id)
      insert into public.credit_ledger (pass_id, delta, reason, booking_id)
      select p.id, -1, 'booked', place.id from place join public.passes p on p.child_id = place.child_id`;
    expect(await list({ item: later })).toEqual([sold.pass]);
  });

  test('expired checkouts are not listed unless staff ask or search for them', async () => {
    const [{ number }] = await db.sql<[{ number: string }]>`
      insert into public.orders (number, status, currency, total_cents, attempt)
      values ('OT-LEFT', 'expired', 'SGD', 100, 1) returning number`;
    expect(await list({})).not.toContain(number);
    expect(await list({})).toContain(sold.camp);
    expect(await list({ state: 'any' })).toContain(number);
    expect(await list({ state: 'lapsed' })).toContain(number);
    expect(await list({ search: number })).toEqual([number]);
  });
});

test.each([
  [{ item: `${randomUUID()}' or true --` }, 'p_filter.item'],
  [{ base: 'bishan' }, 'p_filter.base'],
  [{ day: '2026-02-30' }, 'p_filter.day'],
])('%o is refused', async (filter, field) =>
  expect(await refusal(list(filter))).toMatchObject({ code: 'invalid_input', field }),
);

test('the filters offer camps with base and days, and an old camp that a link names', async () => {
  const old = await camps.makeCamp(db, { start: '2020-01-06' });
  expect((await readFilters()).camps.map(({ id }) => id)).not.toContain(old);
  const { camps: offered, classes, bases, session: chosen } = await readFilters(old);
  expect(offered.map(({ id }) => id)).toContain(old);
  expect(offered.find(({ id }) => id === camp)).toMatchObject({ base: 'Bishan', from: day });
  expect(chosen).toBeNull();
  expect(classes.length).toBeGreaterThan(0);
  expect(bases.map(({ name }) => name)).toContain('Bishan');
  expect((await readFilters(session)).session).toMatchObject({ id: session });
});

describe('get_order_filters', () => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (role) =>
    expect(await sqlState(rpc(db, people.callers[role], 'get_order_filters', {}))).toBe('42501'),
  );
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) =>
    expect(await refusal(rpc(db, people.callers[role], 'get_order_filters', {}))).toMatchObject({
      code: 'not_allowed',
    }),
  );
});

test('an order names its family and children', async () => {
  const [row] = await db.sql<[{ id: string; family: string; child: string }]>`
    select o.id, o.family_id as family, n.child_id as child
    from public.orders o join public.order_children n on n.order_id = o.id where o.number = ${sold.camp}`;
  const details = v.parse(
    OrderDetails,
    await rpc(db, people.callers.admin, 'get_order_details', { p_order_id: row.id }),
  );
  expect(details).toMatchObject({ family_id: row.family, child_ids: { 0: row.child } });
  expect(details.managed.lines[0]?.camp?.camp_id).toBe(camp);
});
