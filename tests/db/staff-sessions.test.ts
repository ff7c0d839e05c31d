import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { makeUser, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let admin: string;
let coach: string;
let session: string;
beforeAll(async () => {
  db = await createDatabase();
  admin = await makeUser(db, 'admin@example.test', ['admin']);
  coach = await makeUser(db, 'coach@example.test', ['coach']);
  await makeUser(db, 'parent@example.test');
});
beforeEach(async () => {
  session = randomUUID();
  await db.sql`insert into auth.sessions (id, user_id) values (${session}, ${admin})`;
});
afterAll(() => db.drop());

const hourAgo = () => Math.floor(Date.now() / 1000) - 3599;
const token = (sub: string, claims: object) => ({ role: 'authenticated', sub, claims }) as const;
const signedIn = (claims: object = {}) => token(admin, { session_id: session, iat: hourAgo(), ...claims });

/** Reads rows that only staff can reach, by a policy and by a function. */
const reachableRows = async (who: Parameters<typeof rpc>[1]) => {
  // A call with an ended session is refused; a session without the role reads only its own row.
  const rows = await db
    .as(who, (sql) => sql`select id from public.profiles`)
    .catch((error: unknown) => {
      if (!(error instanceof Error) || !/^(session_ended|second_factor_needed)$/.test(error.message))
        throw error;
      return [];
    });
  const call = await rpc(db, who, 'check_published_tiers').then(
    () => true,
    () => false,
  );
  return { reads: rows.length > 1, calls: call };
};
const all = { reads: true, calls: true };
const nothing = { reads: false, calls: false };

test('staff can use what their role allows while their session lasts', async () => {
  expect(await reachableRows(signedIn())).toEqual(all);
});

test.each([
  ['was signed out', () => db.sql`delete from auth.sessions where id = ${session}`],
  [
    'ended by its time',
    () => db.sql`update auth.sessions set not_after = clock_timestamp() where id = ${session}`,
  ],
  ['is somebody else’s', () => db.sql`update auth.sessions set user_id = ${coach} where id = ${session}`],
])('a token whose session %s is refused, although it is valid for an hour', async (_, end) => {
  await end();
  expect(await reachableRows(signedIn())).toEqual(nothing);
});

test('a token of a banned user, or of a user whose role was removed, is refused too', async () => {
  await db.sql`update auth.users set banned_until = clock_timestamp() + interval '1 day' where id = ${admin}`;
  expect(await reachableRows(signedIn())).toEqual(nothing);
  await db.sql`update auth.users set banned_until = clock_timestamp() - interval '1 day' where id = ${admin}`;
  expect(await reachableRows(signedIn())).toEqual(all);
  await db.sql`delete from public.user_roles where user_id = ${admin} and role = 'admin'`;
  expect(await reachableRows(signedIn())).toEqual(nothing);
  await db.sql`insert into public.user_roles (user_id, role) values (${admin}, 'admin')`;
});

test('a token without a session is valid for minutes only', async () => {
  const age = (minutes: number) => token(admin, { iat: Math.floor(Date.now() / 1000) - minutes * 60 });
  expect(await reachableRows(age(4))).toEqual(all);
  expect(await reachableRows(age(6))).toEqual(nothing);
  expect(await reachableRows(token(admin, { iat: null }))).toEqual(nothing);
});

test('if the settings require a second factor, a role counts only after it', async () => {
  await db.sql`update public.settings set second_factor_roles = '{admin,business_admin}'`;
  expect(await reachableRows(signedIn({ aal: 'aal1' }))).toEqual(nothing);
  expect(await reachableRows(signedIn())).toEqual(nothing);
  expect(await reachableRows(signedIn({ aal: 'aal2' }))).toEqual(all);
  const roster = (claims: object) => rpc(db, token(coach, claims), 'get_todays_roster');
  await expect(roster({ aal: 'aal1' })).resolves.toBeDefined();
  await db.sql`update public.settings set second_factor_roles = '{}'`;
  expect(await reachableRows(signedIn({ aal: 'aal1' }))).toEqual(all);
});

test('a user with an enrolled factor must use it, whatever the settings say', async () => {
  const factor = (status: string) => db.sql`
    insert into auth.mfa_factors (user_id, factor_type, status) values (${admin}, 'totp', ${status})`;
  await factor('unverified');
  expect(await reachableRows(signedIn({ aal: 'aal1' }))).toEqual(all);
  await factor('verified');
  expect(await reachableRows(signedIn({ aal: 'aal1' }))).toEqual(nothing);
  expect(await reachableRows(signedIn({ aal: 'aal2' }))).toEqual(all);
  await db.sql`delete from auth.mfa_factors where user_id = ${admin}`;
});

test('only an admin can read who needs a second factor, and nobody can set it through the API', async () => {
  const set = db.as(signedIn(), (sql) => sql`update public.settings set second_factor_roles = '{}'`);
  expect(await sqlState(set)).toBe('42501');
});
