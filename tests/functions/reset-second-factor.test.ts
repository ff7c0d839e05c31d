/**
 * Tests that a business admin can remove the second factor of a colleague who has lost it. This needs the admin's own
 * code of a few minutes ago, is never possible for their own factor, and the colleague is mailed before anything is
 * removed.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { handler } from '#functions/reset-second-factor/handler.ts';
import { directAuthAdmin, directDbAs, makeToken } from '#support/functions-db.ts';
import { testEnv } from '#support/functions-env.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { makeUser, rpc } from '#support/sql.ts';

const env = testEnv();
let db: TestDatabase;
let people: People;
let chiefId: string;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  chiefId = await makeUser(db, 'chief@example.test', ['business_admin']);
  await db.sql`update auth.users set email_confirmed_at = now() where id = ${chiefId}`;
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.sql`truncate public.rate_limits`;
  await db.sql`delete from public.outbox where template = 'second_factor_removed'`;
  for (const userId of [people.coachId, chiefId]) {
    await db.sql`delete from auth.mfa_factors where user_id = ${userId}`;
    await db.sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${userId}, 'totp', 'verified', now(), now())`;
  }
});

const secondsAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;
/** A sign-in with a password now, and a code that was entered this many minutes ago. */
const claimsOf = (codeMinutes: number) => ({
  aal: 'aal2',
  amr: [
    { method: 'password', timestamp: secondsAgo(0) },
    { method: 'totp', timestamp: secondsAgo(codeMinutes) },
  ],
});
const reset = (
  sub: string | undefined,
  claims: object | undefined,
  user_id: string,
  authAdmin = directAuthAdmin(db),
) =>
  handler(
    new Request(`${env.SUPABASE_URL}/functions/v1/reset-second-factor`, {
      method: 'POST',
      body: JSON.stringify({ user_id }),
      headers: sub === undefined ? {} : { authorization: `Bearer ${makeToken(sub, { claims })}` },
    }),
    { authAdmin, dbAs: (token) => directDbAs(db, token), env },
  );
const codeOf = async (response: Promise<Response>) =>
  ((await (await response).json()) as { code?: string }).code;
const factorsOf = async (userId: string) =>
  (await db.sql`select from auth.mfa_factors where user_id = ${userId}`).length;
const mails = () =>
  db.sql<{ recipient: string; payload: object }[]>`
    select recipient, payload from public.outbox where template = 'second_factor_removed'`;

test('the factor is gone, every session ends, the colleague is mailed, and the log says who', async () => {
  const session_id = crypto.randomUUID();
  await db.sql`insert into auth.sessions (id, user_id) values (${session_id}, ${people.coachId})`;
  const phone: Caller = { role: 'authenticated', sub: people.coachId, claims: { session_id, aal: 'aal2' } };
  expect(await rpc(db, phone, 'get_todays_roster')).toBeDefined();

  const response = await reset(chiefId, claimsOf(2), people.coachId);
  expect([response.status, await response.json()]).toEqual([200, { removed: 1 }]);
  expect([await factorsOf(people.coachId), await factorsOf(chiefId)]).toEqual([0, 1]);
  expect(await db.sql`select from auth.sessions where user_id = ${people.coachId}`).toHaveLength(0);
  const [coach] = await db.sql<
    [{ email: string }]
  >`select email from auth.users where id = ${people.coachId}`;
  expect(await mails()).toMatchObject([
    { recipient: coach.email, payload: { at: expect.any(String) as string } },
  ]);
  expect(
    await db.sql`select user_id, action from public.audit_log where table_name = 'second_factor' and row_key = ${people.coachId}`,
  ).toMatchObject([{ user_id: chiefId, action: 'delete' }]);
});

describe('is refused, and removes and sends nothing', () => {
  const admins = () =>
    [
      ['visitor', undefined, undefined, 'unauthorized'],
      ['parent', people.parentId, claimsOf(0), 'not_allowed'],
      ['admin', people.callers.admin.sub, claimsOf(0), 'not_allowed'],
      ['an old code', chiefId, claimsOf(16), 'sign_in_again'],
      ['no code, only a password', chiefId, { ...claimsOf(0), amr: [claimsOf(0).amr[0]] }, 'sign_in_again'],
      ['a session below the second factor', chiefId, { ...claimsOf(0), aal: 'aal1' }, 'second_factor_needed'],
    ] as const;
  test.each([0, 1, 2, 3, 4, 5])('%#', async (at) => {
    const [, sub, claims, code] = admins()[at] ?? [];
    expect(await codeOf(reset(sub, claims, people.coachId))).toBe(code);
    expect([await factorsOf(people.coachId), await mails()]).toEqual([1, []]);
  });
  test('to a coach with a code', async () => {
    expect(await codeOf(reset(people.coachId, claimsOf(0), chiefId))).toBe('not_allowed');
    expect(await factorsOf(chiefId)).toBe(1);
  });
  test('for the own account, a parent and a colleague without a factor', async () => {
    await db.sql`delete from auth.mfa_factors where user_id = ${people.coachId}`;
    expect(await codeOf(reset(chiefId, claimsOf(0), chiefId))).toBe('invalid_input');
    expect(await codeOf(reset(chiefId, claimsOf(0), people.parentId))).toBe('account_not_found');
    expect(await codeOf(reset(chiefId, claimsOf(0), people.coachId))).toBe('invalid_input');
    expect([await factorsOf(chiefId), await mails()]).toEqual([1, []]);
  });
});

test('if the sign-in service fails, the colleague was told already, and a second press removes it', async () => {
  const broken = { ...directAuthAdmin(db), deleteFactor: () => Promise.reject(new Error('auth: 503')) };
  expect((await reset(chiefId, claimsOf(0), people.coachId, broken)).status).toBe(500);
  expect([await factorsOf(people.coachId), (await mails()).length]).toEqual([1, 1]);
  expect((await reset(chiefId, claimsOf(0), people.coachId)).status).toBe(200);
  expect(await factorsOf(people.coachId)).toBe(0);
});
