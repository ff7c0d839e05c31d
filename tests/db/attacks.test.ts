import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { makeUser, refusal, rpc, sqlState, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

const asParent = (statement: (cast: People) => string) =>
  sqlState(db.as(people.callers.parent, (sql) => sql.unsafe(statement(people))));

const deniedCalls: [what: string, statement: (cast: People) => string][] = [
  [
    'give oneself a role',
    ({ parentId }) => `insert into public.user_roles (user_id, role) values ('${parentId}', 'admin')`,
  ],
  [
    "raise one's role",
    ({ parentId }) => `update public.user_roles set role = 'admin' where user_id = '${parentId}'`,
  ],
  [
    "raise one's role by upsert",
    ({ parentId }) =>
      `insert into public.user_roles (user_id, role) values ('${parentId}', 'customer')
     on conflict (user_id, role) do update set role = 'admin'`,
  ],
  ['take a role away', ({ coachId }) => `delete from public.user_roles where user_id = '${coachId}'`],
  [
    'enter another family',
    ({ otherFamilyId }) => `update public.profiles set family_id = '${otherFamilyId}'`,
  ],
  [
    "become a family's parent",
    ({ parentId }) => `update public.families set secondary_parent_id = '${parentId}'`,
  ],
  [
    'make a family',
    ({ parentId }) =>
      `insert into public.families (primary_parent_id, contact_name, contact_email) values ('${parentId}', 'a', 'a')`,
  ],
  ['become another profile', ({ coachId }) => `update public.profiles set id = '${coachId}'`],
  ["forge one's e-mail", () => `update public.profiles set email = 'admin@example.test'`],
  [
    'put a child into another family',
    ({ otherFamilyId }) =>
      `insert into public.children (family_id, name, dob) values ('${otherFamilyId}', 'a', '2019-01-01')`,
  ],
  [
    'move a child to another family',
    ({ childId, otherFamilyId }) =>
      `update public.children set family_id = '${otherFamilyId}' where id = '${childId}'`,
  ],
  [
    "raise a child's level",
    ({ childId }) => `update public.children set current_level = 8 where id = '${childId}'`,
  ],
  [
    'start at a high level',
    ({ familyId }) =>
      `insert into public.children (family_id, name, dob, current_level) values ('${familyId}', 'a', '2019-01-01', 8)`,
  ],
  [
    "choose a child's id",
    ({ familyId, otherChildId }) =>
      `insert into public.children (id, family_id, name, dob) values ('${otherChildId}', '${familyId}', 'a', '2019-01-01')
     on conflict (id) do update set family_id = '${familyId}'`,
  ],
  [
    'book without paying',
    ({ childId, familyId }) =>
      `insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
     select id, session_date, session_time, '${childId}', '${familyId}' from public.sessions limit 1`,
  ],
  [
    'give oneself credits',
    () =>
      `insert into public.credit_ledger (pass_id, delta, reason) select id, 100, 'adjusted' from public.passes`,
  ],
  ["make one's order paid", () => `update public.orders set status = 'paid'`],
  ['lower a price', () => `update public.offers set price_cents = 1`],
  ['hold seats for ever', () => `update public.holds set expires_at = 'infinity'`],
  ["read the secrets of one's orders", () => `select secret from public.orders`],
  ['read who bought from where', () => `select client_hash from public.orders`],
  ['read the salt', () => `select address_salt from public.settings`],
  ['read mails', () => `select payload from public.outbox`],
  ['read accounts', () => `select email from auth.users`],
  ['switch row level security off', () => `alter table public.children disable row level security`],
  [
    'replace the clock',
    () =>
      `create or replace function private.calendar_now() returns timestamptz language sql as 'select now()'`,
  ],
  ['shadow a function', () => `create function public.now() returns timestamptz language sql as 'select 1'`],
  ['ask what only policies may ask: settings', () => `select private.settings()`],
  ["count a session's seats directly", () => `select private.seats_taken(null, null)`],
  ['read an order by its id', () => `select private.order_view('${randomUUID()}')`],
];

test.each(deniedCalls)('a parent cannot %s', async (_, statement) => {
  expect(await asParent(statement)).toBe('42501');
});

const hiddenRows: [what: string, query: (cast: People) => string][] = [
  [
    'another family by its id',
    ({ otherFamilyId }) => `select from public.families where id = '${otherFamilyId}'`,
  ],
  [
    'another child by its id',
    ({ otherChildId }) => `select from public.children where id = '${otherChildId}'`,
  ],
  [
    "another family's bookings",
    ({ otherFamilyId }) => `select from public.bookings where family_id = '${otherFamilyId}'`,
  ],
  [
    'who booked a session',
    ({ familyId }) =>
      `select from public.sessions s join public.bookings b on b.session_id = s.id where b.family_id <> '${familyId}'`,
  ],
  ["other people's roles", ({ parentId }) => `select from public.user_roles where user_id <> '${parentId}'`],
  ['offers that are not on sale', () => `select from public.offers where not active`],
  ['holds', () => `select from public.holds`],
  ['payments', () => `select from public.payments`],
];

test.each(hiddenRows)('a parent cannot find %s', async (_, query) => {
  expect(await db.as(people.callers.parent, (sql) => sql.unsafe(query(people)))).toHaveLength(0);
});

test('an error does not reveal whether a child exists', async () => {
  const save = (id: string) =>
    refusal(rpc(db, people.callers.parent, 'save_child', { p_child: { id, name: 'x', dob: '2018-05-01' } }));
  expect(await save(people.otherChildId)).toEqual(await save(randomUUID()));
});

test('a coach sees the roster of a day only on that day, and cannot read the table of children', async () => {
  const roster = async () => {
    const places = await rpc<{ children: { child_id: string }[] }[]>(
      db,
      people.callers.coach,
      'get_todays_roster',
    );
    return [...new Set(places.flatMap(({ children }) => children.map(({ child_id }) => child_id)))];
  };
  const table = () => db.as(people.callers.coach, (sql) => sql`select id from public.children`);
  expect(await roster()).toEqual([people.childId]);
  // A direct read of the table would not be in the access log, so it returns nothing.
  expect([...(await table())]).toEqual([]);
  // By 19 December both the child's class and their camp are over.
  await stopCalendar(db, '2026-12-19T00:00:00+08:00');
  expect(await roster()).toEqual([]);
  await stopCalendar(db, `${people.today}T12:00:00+08:00`);
});

test('a removed role no longer counts from the next request on', async () => {
  const id = await makeUser(db, 'former@example.test', ['admin']);
  const families = () =>
    db.as({ role: 'authenticated', sub: id }, (sql) => sql`select id from public.families`);
  expect((await families()).length).toBeGreaterThan(2);
  await db.sql`delete from public.user_roles where user_id = ${id} and role = 'admin'`;
  expect(await families()).toHaveLength(0);
});

test('additional claims in a token do not make a user an admin', async () => {
  const claims = {
    app_role: 'admin',
    user_role: 'admin',
    user_metadata: { role: 'admin' },
    app_metadata: { role: 'admin' },
  };
  const forged: Caller = { ...people.callers.parent, claims };
  expect(await db.as(forged, (sql) => sql`select id from public.payments`)).toHaveLength(0);
});

test('a signed-in user without an account in this database sees nothing', async () => {
  const ghost: Caller = { role: 'authenticated', sub: randomUUID() };
  for (const table of ['profiles', 'families', 'children', 'bookings', 'passes']) {
    expect(await db.as(ghost, (sql) => sql`select id from ${sql(`public.${table}`)}`)).toHaveLength(0);
  }
});

describe('server functions', () => {
  const id = randomUUID();
  const calls: [name: string, args: Record<string, unknown>][] = [
    ['finalize_order', { p_secret: id, p_details: {}, p_expected_total_cents: 1 }],
    ['start_attempt', { p_order_id: id, p_params: {} }],
    ['record_checkout', { p_order_id: id, p_attempt: 1, p_session_id: 'cs', p_expires_at: '2090-01-01' }],
    ['confirm_order', { p_event: {} }],
    ['release_order', { p_secret: id }],
    ['make_payment_link', { p_secret: id }],
    ['lapse_checkout', { p_session_id: 'cs' }],
    ['claim_outbox', { p_limit: 1 }],
    ['finish_outbox', { p_id: id, p_error: null }],
    ['release_lapsed_holds', {}],
    ['list_pending_orders', {}],
    ['list_open_sessions', { p_secret: id }],
    ['publish_offers', { p_offers: [], p_brand: {}, p_snapshot_at: '2090-01-01' }],
    ['check_rate', { p_key: 'a', p_limit: 1, p_window_seconds: 1 }],
    ['check_caller', { p_endpoint: 'monitor', p_headers: {} }],
  ];
  const refused = (['visitor', 'parent', 'coach', 'admin', 'business admin'] as const).flatMap((part) =>
    calls.map(([name, args]) => [part, name, args] as const),
  );

  test.each(refused)('%s cannot call %s', async (part, name, args) => {
    expect(await sqlState(rpc(db, people.callers[part], name, args))).toBe('42501');
  });

  test('a visitor cannot ask for roles', async () => {
    const call = rpc(db, people.callers.visitor, 'has_role', {
      user_uuid: people.coachId,
      check_role: 'coach',
    });
    expect(await sqlState(call)).toBe('42501');
  });
});
