/**
 * Tests the roles of staff, which only business admins give, and the two logs, which nobody can write (docs/decisions
 * "/management/system").
 */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ChangedAccount, LogPage, StaffAccounts, SystemHealth } from '#contract/management-system.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { makeUser, refusal, rpc, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let newcomer: string;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  newcomer = await makeUser(db, 'new@example.test');
  await db.sql`update auth.users set email_confirmed_at = now() where id = ${newcomer}`;
});
afterAll(() => db.drop());

const proven = (sub: string): Caller => ({ role: 'authenticated', sub, claims: { aal: 'aal2' } });
const business = () => people.callers['business admin'];
const grant = (who: Caller, email: string, role: string) =>
  rpc(db, who, 'grant_role', { p_email: email, p_role: role });
const revoke = (who: Caller, userId: string | undefined, role: string) =>
  rpc(db, who, 'revoke_role', { p_user_id: userId ?? '', p_role: role });
const readLog = async (filter: Record<string, string> = {}, more: object = {}) =>
  v.parse(LogPage, await rpc(db, people.callers.admin, 'list_log', { p_filter: filter, ...more }));

describe.each([
  ['list_staff_accounts', {}],
  ['grant_role', { p_email: 'new@example.test', p_role: 'admin' }],
  ['revoke_role', { p_user_id: '00000000-0000-4000-8000-000000000000', p_role: 'admin' }],
  ['set_coach_page', { p_user_id: '00000000-0000-4000-8000-000000000000', p_page_id: null }],
  ['end_staff_sessions', { p_user_id: '00000000-0000-4000-8000-000000000000' }],
  ['begin_factor_reset', { p_user_id: '00000000-0000-4000-8000-000000000000' }],
  ['list_log', {}],
])('%s', (name, body) => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (part) =>
    expect(await sqlState(rpc(db, people.callers[part], name, body))).toBe('42501'),
  );
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (part) =>
    expect((await refusal(rpc(db, people.callers[part], name, body))).code).toBe('not_allowed'),
  );
});

test('a coach’s account is linked to one published page of Studio, and each page to one account', async () => {
  await db.sql`
    insert into public.publications (document_id, revision, type, title, updated_at)
    values ('coach-ada', 'r1', 'coach', 'Coach Ada', now()), ('aboutPage', 'r1', 'aboutPage', 'About', now())`;
  await db.sql`insert into public.coaches (name, user_id) values ('Coach', ${people.coachId}) on conflict do nothing`;
  const link = (userId: string, page: string | null) =>
    rpc(db, business(), 'set_coach_page', { p_user_id: userId, p_page_id: page });
  const status = () =>
    rpc(db, visitor, 'get_publication_status', { p_document_id: 'coach-ada', p_revision: 'r1' });
  expect(await status()).toMatchObject({ has_account: false });
  expect(await link(people.coachId, 'coach-ada')).toMatchObject({ account: { coach_page: 'coach-ada' } });
  expect(await status()).toMatchObject({ has_account: true });
  expect(await rpc(db, business(), 'list_staff_accounts')).toMatchObject({
    coach_pages: [{ id: 'coach-ada', name: 'Coach Ada' }],
  });
  for (const page of ['aboutPage', 'nothing'])
    expect(await refusal(link(people.coachId, page))).toMatchObject({
      code: 'invalid_input',
      field: 'p_page_id',
    });
  expect((await refusal(link(people.callers.admin.sub ?? '', 'coach-ada'))).code).toBe('account_not_found');
  expect(await link(people.coachId, null)).toMatchObject({ account: { coach_page: null } });
});

test('an admin cannot give roles, nor can a business admin without the second factor', async () => {
  const withoutStep: Caller = { role: 'authenticated', sub: business().sub ?? '' };
  for (const who of [people.callers.admin, withoutStep]) {
    expect((await refusal(grant(who, 'new@example.test', 'coach'))).code).toBe('not_allowed');
    expect((await refusal(revoke(who, people.coachId, 'coach'))).code).toBe('not_allowed');
    expect((await refusal(rpc(db, who, 'list_staff_accounts'))).code).toBe('not_allowed');
  }
  // The account says that the second factor is missing, so the screens can lead to its set-up.
  const due = async (who: Caller) =>
    (
      await db.as(
        who,
        (sql) => sql<{ due: boolean }[]>`
      select public.needs_second_factor(r) as due from public.user_roles r
      where user_id = ${who.sub ?? ''} and role <> 'customer'`,
      )
    ).map((row) => row.due);
  expect([await due(withoutStep), await due(business()), await due(people.callers.admin)]).toEqual([
    [true],
    [false],
    [false],
  ]);
});

test('a role is given once to a verified address and removed at once, and both are in the log', async () => {
  const { account } = v.parse(ChangedAccount, await grant(business(), ' NEW@example.test', 'coach'));
  await grant(business(), 'new@example.test', 'coach');
  expect(account.roles.map(({ role }) => role)).toEqual(['coach']);
  expect(await db.sql`select name from public.coaches where user_id = ${newcomer}`).toHaveLength(1);
  const me = proven(newcomer);
  expect(await rpc(db, me, 'get_todays_roster')).toEqual([]);
  await revoke(business(), newcomer, 'coach');
  await revoke(business(), newcomer, 'coach');
  expect((await refusal(rpc(db, me, 'get_todays_roster'))).code).toBe('not_allowed');
  const { rows } = await readLog({ table: 'user_roles', who: 'business@' });
  expect(
    rows.filter(({ key }) => key === newcomer).map(({ action, before, after }) => [action, before, after]),
  ).toEqual([
    ['delete', { role: 'coach' }, null],
    ['insert', null, { role: 'coach' }],
  ]);
  const { accounts } = v.parse(StaffAccounts, await rpc(db, business(), 'list_staff_accounts'));
  expect(accounts.map(({ email }) => email).sort()).toEqual([
    ...['admin@example.test', 'business@example.test', 'coach@example.test'],
  ]);
});

test.each([
  ['nobody@example.test', 'admin', 'account_not_found'],
  ['parent@example.test', 'admin', 'email_not_verified'],
  ['business@example.test', 'admin', 'own_role'],
  ['new@example.test', 'customer', 'invalid_input'],
  ['new@example.test', 'postgres', 'invalid_input'],
  ['', 'admin', 'account_not_found'],
])('%s cannot become %s: %s', async (email, role, code) =>
  expect((await refusal(grant(business(), email, role))).code).toBe(code),
);

test('after a lost phone, all sessions, links and the calendar address of a colleague end, and only of a colleague', async () => {
  const end = (who: Caller, p_user_id: string) => rpc(db, who, 'end_staff_sessions', { p_user_id });
  const { coachId } = people;
  const session_id = crypto.randomUUID();
  await db.sql`insert into auth.sessions (id, user_id) values (${session_id}, ${coachId})`;
  const phone: Caller = { role: 'authenticated', sub: coachId, claims: { session_id } };
  expect(await rpc(db, phone, 'get_coach_calendar_link')).not.toEqual({ link: null });
  expect((await refusal(end(people.callers.admin, coachId))).code).toBe('not_allowed');
  expect((await refusal(end(business(), people.callers.parent.sub ?? ''))).code).toBe('account_not_found');
  expect((await refusal(end(business(), business().sub ?? ''))).code).toBe('invalid_input');
  expect(await end(business(), coachId)).toMatchObject({ account: { roles: [{ role: 'coach' }] } });
  expect((await refusal(rpc(db, phone, 'get_coach_calendar_link'))).code).toBe('not_allowed');
  expect(await db.sql`select from public.coach_calendars where user_id = ${coachId}`).toHaveLength(0);
  const { rows } = await readLog({ table: 'staff_sessions' });
  expect(rows).toMatchObject([{ action: 'delete', key: coachId }]);
});

test('nobody can remove their own role, and when two admins remove each other’s, one keeps it', async () => {
  expect((await refusal(revoke(business(), business().sub, 'business_admin'))).code).toBe('own_role');
  await grant(business(), 'new@example.test', 'business_admin');
  const outcomes = await Promise.allSettled([
    revoke(business(), newcomer, 'business_admin'),
    revoke(proven(newcomer), business().sub, 'business_admin'),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const remainingAdmins = await db.sql`select user_id from public.user_roles where role = 'business_admin'`;
  expect(remainingAdmins).toHaveLength(1);
  await db.sql`delete from public.user_roles where user_id = ${newcomer}`;
  await db.sql`insert into public.user_roles (user_id, role) values (${business().sub ?? ''}, 'business_admin') on conflict do nothing`;
});

test('the logs can be filtered by table, user, family and day, a page at a time', async () => {
  await db.sql`update public.children set current_level = 3 where id = ${people.childId}`;
  await rpc(db, people.callers.admin, 'get_child_details', { p_child_id: people.childId });
  const ofChild = await readLog({ family: people.childId, table: 'children' });
  expect(ofChild.rows.map(({ key, after }) => [key, after])).toContainEqual([
    people.childId,
    { current_level: 3 },
  ]);
  expect((await readLog({ family: people.otherFamilyId, table: 'children' })).rows).toEqual([]);
  expect((await readLog({ family: 'nobody at all' })).count).toBe(0);
  const looks = await readLog({ log: 'looks', family: people.familyId, who: 'admin@' });
  expect(looks.rows[0]).toMatchObject({ table: 'child_health', action: 'details', key: people.childId });
  const [look] = looks.rows;
  expect((await readLog({ log: 'looks', entry: String(look?.id) })).rows).toEqual([look]);
  expect((await readLog({ entry: '999999999' })).rows).toEqual([]);
  expect((await readLog({ by: 'system' })).rows.every(({ user_id }) => user_id === null)).toBe(true);
  expect((await readLog({ from: '2999-01-01' })).count).toBe(0);
  const met: number[] = [];
  let after: number | null = null;
  do {
    const { rows, next }: { rows: { id: number }[]; next: number | null } = await readLog(
      {},
      { p_after: after, p_limit: 7 },
    );
    met.push(...rows.map(({ id }) => id));
    after = next;
  } while (after !== null);
  const all = await db.sql<
    { id: number }[]
  >`select id from public.audit_log order by created_at desc, id desc`;
  expect(met).toEqual(all.map(({ id }) => id));
  for (const filter of [
    { log: 'x' },
    { table: 'a b' },
    { drop: 'a' },
    { from: '2026-13-01' },
    { who: ' ' },
    { entry: '1 or true' },
  ])
    expect((await refusal(readLog(filter as Record<string, string>))).code).toBe('invalid_input');
});

describe.each(['audit_log', 'access_log'])('%s', (table) => {
  const parts = ['visitor', 'parent', 'coach', 'admin', 'business admin', 'service'] as const;
  test.each(parts)('%s cannot add, change or delete rows', async (part) => {
    for (const statement of [
      `update public.${table} set user_id = null`,
      `delete from public.${table}`,
      `truncate public.${table}`,
      `insert into public.${table} default values`,
      `merge into public.${table} t using (select 1) s on true when matched then delete`,
      `alter table public.${table} disable trigger all`,
      `create or replace function private.refuse_change() returns trigger language plpgsql as $$ begin return null; end $$`,
    ])
      expect
        .soft([statement, await sqlState(db.as(people.callers[part], (sql) => sql.unsafe(statement)))])
        .toEqual([statement, '42501']);
  });
  test('the database’s superuser cannot either, except for rows past their retention', async () => {
    const [first] = await db.sql<[{ n: number }]>`select count(*) as n from ${db.sql(`public.${table}`)}`;
    expect(first.n).toBeGreaterThan(0);
    for (const statement of [
      `update public.${table} set user_id = null`,
      `delete from public.${table}`,
      `truncate public.${table}`,
    ])
      expect(await sqlState(db.sql.unsafe(statement).then(() => null))).toBe('23001');
    const [after] = await db.sql<[{ n: number }]>`select count(*) as n from ${db.sql(`public.${table}`)}`;
    expect(after.n).toBe(first.n);
  });
});

test('the system’s health has the shape that the screen expects', async () => {
  await rpc(db, visitor, 'report_error', {
    p_report: {
      error_type: 'RUNTIME_ERROR',
      message: 'it broke',
      url: 'https://a.test/camps?x=1',
      release: 'r1',
    },
  });
  const health = v.parse(SystemHealth, await rpc(db, people.callers.admin, 'get_system_health'));
  expect(health.errors).toContainEqual(
    expect.objectContaining({
      message: 'it broke',
      count: 1,
      pages: ['https://a.test/camps'],
      releases: ['r1'],
    }),
  );
});
