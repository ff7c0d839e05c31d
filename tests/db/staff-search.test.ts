/**
 * Tests the search of the staff pages: what an admin finds, and that nobody else finds it (docs/decisions "One search
 * for staff").
 */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StaffHits } from '#contract/staff-search.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { assignAsCoach } from '#support/sql-roster.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let own: string;
let hiddenChildId: string;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await db.sql`update public.children set name = 'Zofia Ownroster' where id = ${people.childId}`;
  hiddenChildId = people.otherChildId;
  await db.sql`update public.children set name = 'Zofia Elsewhere' where id = ${hiddenChildId}`;
  await db.sql`
    update public.profiles set name = 'Zofia Parent', phone = '+6598765432' where id = ${people.parentId}`;
  own = await bookToday(people.childId, people.familyId);
  await assignAsCoach(db, people.coachId, own);
  // This session is also today, but another coach leads it.
  await bookToday(hiddenChildId, people.otherFamilyId);
});
afterAll(() => db.drop());

async function bookToday(childId: string, familyId: string): Promise<string> {
  const session = await shop.makeSession(db, { date: people.today, capacity: 9 });
  await db.sql`
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
    select id, session_date, session_time, ${childId}, ${familyId} from public.sessions where id = ${session}`;
  return session;
}

type Role = keyof People['callers'];
const search = async (text: string, who: Role | Caller = 'admin') =>
  v.parse(
    StaffHits,
    await rpc(db, typeof who === 'string' ? people.callers[who] : who, 'search_staff', { p_search: text }),
  );
const titles = async (text: string, kind: string, who: Role = 'admin') =>
  (await search(text, who)).filter((hit) => hit.kind === kind).map(({ title }) => title);

describe.each(['admin', 'business admin'] as const)('search by an %s', (part) => {
  test.each(['zofia par', 'Parent zofia', '9876 5432', 'parent@example.test'])(
    'the search finds a family by “%s”',
    async (text) =>
      expect((await search(text, part)).filter(({ kind }) => kind === 'family')).toContainEqual(
        expect.objectContaining({ id: people.familyId, title: 'Zofia Parent' }),
      ),
  );

  test('the search finds children by name, with their family', async () => {
    expect(await search('zofia', part)).toContainEqual(
      expect.objectContaining({
        kind: 'child',
        id: people.familyId,
        title: 'Zofia Ownroster',
        text: 'Zofia Parent',
      }),
    );
    expect(await titles('zofia', 'child', part)).toEqual(['Zofia Elsewhere', 'Zofia Ownroster']);
  });

  test('the search finds an order by its number, with and without the prefix, and by its amount', async () => {
    const [order] = await db.sql<[{ number: string; total_cents: number }]>`
      select number, total_cents from public.orders where paid_at is not null order by created_at desc limit 1`;
    const dollars = (order.total_cents / 100).toFixed(2);
    for (const text of [order.number, order.number.slice(3).toLowerCase()])
      expect((await search(text, part))[0]).toMatchObject({ kind: 'order', title: order.number });
    for (const text of [dollars, `S$${dollars}`, `$ ${dollars}`]) {
      const found = (await search(text, part)).filter(({ kind }) => kind === 'order');
      expect(found.map(({ cents }) => cents)).toContain(order.total_cents);
    }
  });

  test('the search finds an order by the number of its invoice, and by the reference of a PayNow payment', async () => {
    const [invoice] = await db.sql<[{ reference: string; number: string }]>`
      select i.reference, o.number from public.invoices i join public.orders o on o.id = i.order_id
      where i.kind = 'invoice' order by i.number limit 1`;
    for (const text of [invoice.reference, ` ${invoice.reference.toLowerCase()}`])
      expect(await titles(text, 'order', part)).toEqual([invoice.number]);

    const reference = part === 'admin' ? 'PN20261130A' : 'PN20261130B';
    const [paid] = await db.sql<[{ number: string }]>`
      with payment as (
        update public.payments set reference = ${reference} where id = (
          select id from public.payments where order_id is not null order by id limit 1) returning order_id)
      select o.number from public.orders o join payment p on p.order_id = o.id`;
    expect(await titles(reference.replace('2026', '2026 ').toLowerCase(), 'order', part)).toEqual([
      paid.number,
    ]);
  });

  test('the search finds a class and a camp by location and time, and a coach by name', async () => {
    const [camp] = await db.sql<[{ name: string; location: string }]>`
      select w.name, l.name as location from public.camp_weeks w join public.locations l on l.id = w.location_id
      where ${people.today} between w.start_date and w.end_date and w.cancelled_at is null limit 1`;
    expect(await titles(`${camp.location} ${camp.name}`, 'camp', part)).toContain(camp.name);
    for (const when of ['18 nov', 'wednesday 18 november', people.today])
      expect((await search(when, part)).filter(({ kind }) => kind === 'session')).toContainEqual(
        expect.objectContaining({ day: people.today }),
      );
    const [coach] = await db.sql<[{ name: string }]>`select name from public.coaches limit 1`;
    expect(await titles(coach.name, 'coach', part)).toContain(coach.name);
  });
});

test('a camp is found by each of its days and by its base, up to two years back and all years ahead', async () => {
  const days = await db.sql<{ name: string; day: string }[]>`
    with sample as (
      select id, location_id, row_number() over (order by start_date, id) as at from public.camp_weeks limit 1)
    select l.name, (${people.today}::date + d)::text as day
    from sample join public.locations l on l.id = sample.location_id
    cross join unnest(array[-700, -800, 900]) d`;
  for (const [at, { name, day }] of days.entries()) {
    await db.sql`alter table public.camp_weeks disable trigger user`;
    await db.sql`
      update public.camp_weeks set name = 'Zenith camp', start_date = ${day}, end_date = ${day}::date + 2
      where id = (select id from public.camp_weeks order by start_date, id limit 1)`;
    await db.sql`alter table public.camp_weeks enable trigger user`;
    const [second] = await db.sql<
      [{ day: string }]
    >`select to_char(${day}::date + 1, 'FMDD Mon YYYY') as day`;
    expect(await titles(`zenith ${name} ${second.day}`, 'camp')).toEqual(at === 1 ? [] : ['Zenith camp']);
  }
});

test('what an admin finds says how to reach the family, and which child it is', async () => {
  const found = await search('zofia');
  expect(found).toContainEqual(
    expect.objectContaining({
      kind: 'child',
      child_id: people.childId,
      email: 'parent@example.test',
      phone: '+6598765432',
    }),
  );
  expect(found).toContainEqual(
    expect.objectContaining({ kind: 'family', email: 'parent@example.test', phone: '+6598765432' }),
  );
});

test('a common text finds at most twenty rows, and no kind of result hides the others', async () => {
  await db.sql`
    insert into public.children (family_id, name, dob)
    select ${people.familyId}, 'Somerset child ' || n, '2018-05-01' from generate_series(1, 30) n`;
  const [{ name }] = await db.sql<[{ name: string }]>`
    select l.name from public.locations l join public.sessions s on s.location_id = l.id
    where s.session_date = ${people.today} limit 1`;
  await db.sql`update public.children set name = ${name} || ' ' || name where name like 'Somerset child %'`;
  const found = await search(name);
  expect(found.length).toBeLessThanOrEqual(20);
  expect(found.filter(({ kind }) => kind === 'child')).toHaveLength(5);
  expect(found.map(({ kind }) => kind)).toContain('session');
});

test('a coach finds the children and classes of their own roster of today, and nobody’s contacts', async () => {
  const found = await search('zofia', 'coach');
  expect(found).toContainEqual(
    expect.objectContaining({ kind: 'child', id: own, title: 'Zofia Ownroster', cents: null }),
  );
  expect(JSON.stringify(found)).not.toMatch(/Elsewhere|Parent|\+65|@/);
  expect(JSON.stringify(found)).not.toContain(people.familyId);
});

test.each(['zofia parent', '9876 5432', 'parent@example.test', 'elsewhere', '__', 'coach'])(
  'a coach finds no family, order, phone or stranger by “%s”',
  async (text) =>
    expect((await search(text, 'coach')).filter(({ kind }) => !['session', 'camp'].includes(kind))).toEqual(
      [],
    ),
);

test('a coach finds no order by its number or amount', async () => {
  const [order] = await db.sql<[{ number: string; total_cents: number }]>`
    select number, total_cents from public.orders where paid_at is not null limit 1`;
  for (const text of [order.number, order.number.slice(3), String(order.total_cents / 100)])
    expect(await search(text, 'coach')).toEqual([]);
});

test('a coach without a class today finds nobody', async () => {
  const other: Caller = { role: 'authenticated', sub: await makeUser(db, 'idle@example.test', ['coach']) };
  expect(await search('zofia', other)).toEqual([]);
});

test.each(['parent', 'second parent', 'other parent'] as const)('a %s is refused', async (part) =>
  expect(await refusal(rpc(db, people.callers[part], 'search_staff', { p_search: 'zofia' }))).toMatchObject({
    code: 'not_allowed',
  }),
);

test('a visitor cannot call it at all', async () =>
  expect(await sqlState(rpc(db, people.callers.visitor, 'search_staff', { p_search: 'zofia' }))).toBe(
    '42501',
  ));

test.each(['', ' ', 'a', ' a ', 'x'.repeat(121), null])('“%s” is not searched', async (text) =>
  expect(await refusal(rpc(db, people.callers.admin, 'search_staff', { p_search: text }))).toMatchObject({
    code: 'invalid_input',
  }),
);

test('wildcards are treated as letters', async () => {
  for (const text of ['%%', '__', '\\\\']) expect(await search(text)).toEqual([]);
});
