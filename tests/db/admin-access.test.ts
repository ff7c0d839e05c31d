/** Tests what the access log records of an attempt at Master Admin Access, whatever its outcome (spec 1 §2). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { makeUser, refusal, rpc, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
const staff: Record<string, Caller> = {};
beforeAll(async () => {
  db = await createDatabase();
  for (const role of ['customer', 'coach', 'admin', 'business_admin'])
    staff[role] = {
      role: 'authenticated',
      sub: await makeUser(db, `${role}@example.test`, role === 'customer' ? [] : [role]),
      ...(role === 'business_admin' && { claims: { aal: 'aal2' } }),
    };
});
afterAll(() => db.drop());

const note = (email: string, who: Caller = visitor) =>
  rpc<{ attempt: string }>(db, who, 'note_admin_attempt', { p_email: email });
const readEntries = async (attempt: string) => [
  ...(await db.sql<{ user_id: string | null; access_type: string; reported: boolean }[]>`
    select user_id, access_type, reported from public.access_log
    where user_context ->> 'attempt' = ${attempt} order by id`),
];

test('an attempt is logged before it is checked, and the log has no address', async () => {
  const { attempt } = await note(' Nobody@Example.test ');
  expect(await readEntries(attempt)).toEqual([
    { user_id: null, access_type: 'sign_in_requested', reported: false },
  ]);
  const [row] = await db.sql<[{ log: string; same: boolean }]>`
    select user_context::text as log, user_context ->> 'contact' = private.fingerprint('nobody@example.test') as same
    from public.access_log where user_context ->> 'attempt' = ${attempt}`;
  expect(row.same).toBe(true);
  expect(row.log).not.toMatch(/nobody/i);
});

test.each([
  ['customer', false],
  ['coach', false],
  ['admin', true],
  ['business_admin', true],
])('%s: the database decides whether the account may enter the admin pages', async (role, allowed) => {
  const { attempt } = await note(`${role}@example.test`);
  const who: Caller = staff[role] ?? visitor;
  expect(await rpc(db, who, 'enter_admin_access', { p_attempt: attempt })).toEqual({ allowed });
  expect((await readEntries(attempt)).at(-1)).toEqual({
    user_id: who.sub,
    access_type: allowed ? 'sign_in_granted' : 'sign_in_denied',
    reported: false,
  });
});

test('nobody enters the admin pages without an account, or without a logged attempt in the last hour', async () => {
  const { attempt } = await note('admin@example.test');
  const enter = (who: Caller, p_attempt: string | null) => rpc(db, who, 'enter_admin_access', { p_attempt });
  expect(await sqlState(enter(visitor, attempt))).toBe('42501');
  const admin = staff['admin'] ?? visitor;
  for (const unknown of [randomUUID(), null])
    expect(await refusal(enter(admin, unknown))).toMatchObject({
      code: 'invalid_input',
      field: 'p_attempt',
    });
  expect(await refusal(note('a'))).toMatchObject({ code: 'invalid_input', field: 'p_email' });
});

test('one address may try to enter twenty times in ten minutes, and nobody can change or delete a log entry', async () => {
  const stranger: Caller = { ...visitor, headers: { 'cf-connecting-ip': '203.0.113.77' } };
  const codes: (string | undefined)[] = [];
  for (let n = 0; n < 22; n++)
    codes.push(
      await note('admin@example.test', stranger).then(
        () => undefined,
        async (error: unknown) => (await refusal(Promise.reject(error as Error))).code,
      ),
    );
  expect(codes.slice(0, 20).every((code) => code === undefined)).toBe(true);
  expect(codes.slice(20)).toEqual(['rate_limited', 'rate_limited']);
  const admin = staff['admin'] ?? visitor;
  for (const change of [
    'update public.access_log set access_type = access_type',
    'delete from public.access_log',
  ])
    expect(await sqlState(db.as(admin, (sql) => sql.unsafe(change)))).toBe('42501');
});
