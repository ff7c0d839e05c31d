import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as x from '#support/sql.ts';

let db: TestDatabase;
let admin: string;
let coach: string;
let session: string;
beforeAll(async () => {
  db = await createDatabase();
  admin = await x.makeUser(db, 'admin@example.test', ['admin']);
  coach = await x.makeUser(db, 'coach@example.test', ['coach']);
  await x.makeUser(db, 'parent@example.test');
});
beforeEach(async () => {
  session = randomUUID();
  await db.sql`insert into auth.sessions (id, user_id) values (${session}, ${admin})`;
});
afterAll(() => db.drop());

const hourAgo = () => Math.floor(Date.now() / 1000) - 3599;
const token = (sub: string, claims: object) => ({ role: 'authenticated', sub, claims }) as const;
const signedIn = (claims: object = {}) => token(admin, { session_id: session, iat: hourAgo(), ...claims });

/** What staff reach: by a policy, and by a function. */
const reach = async (who: Parameters<typeof x.rpc>[1]) => {
  // A session that was ended is refused outright; one that only lacks the role sees its own row.
  const rows = await db
    .as(who, (sql) => sql`select id from public.profiles`)
    .catch((error: unknown) => {
      if (!(error instanceof Error) || !/^(session_ended|second_factor_needed)$/.test(error.message))
        throw error;
      return [];
    });
  const call = await x.rpc(db, who, 'check_published_tiers').then(
    () => true,
    () => false,
  );
  return { reads: rows.length > 1, calls: call };
};
const all = { reads: true, calls: true };
const nothing = { reads: false, calls: false };

test('staff reach what is theirs for as long as their session lives', async () => {
  expect(await reach(signedIn())).toEqual(all);
});

test.each([
  ['was signed out', () => db.sql`delete from auth.sessions where id = ${session}`],
  [
    'ended by its time',
    () => db.sql`update auth.sessions set not_after = clock_timestamp() where id = ${session}`,
  ],
  ['is somebody else’s', () => db.sql`update auth.sessions set user_id = ${coach} where id = ${session}`],
])('a token whose session %s opens nothing any more, though it is valid for an hour', async (_, end) => {
  await end();
  expect(await reach(signedIn())).toEqual(nothing);
});

test('nor does one of a banned user, or of one whose role was taken away', async () => {
  await db.sql`update auth.users set banned_until = clock_timestamp() + interval '1 day' where id = ${admin}`;
  expect(await reach(signedIn())).toEqual(nothing);
  await db.sql`update auth.users set banned_until = clock_timestamp() - interval '1 day' where id = ${admin}`;
  expect(await reach(signedIn())).toEqual(all);
  await db.sql`delete from public.user_roles where user_id = ${admin} and role = 'admin'`;
  expect(await reach(signedIn())).toEqual(nothing);
  await db.sql`insert into public.user_roles (user_id, role) values (${admin}, 'admin')`;
});

test('a token that names no session is believed for minutes', async () => {
  const age = (minutes: number) => token(admin, { iat: Math.floor(Date.now() / 1000) - minutes * 60 });
  expect(await reach(age(4))).toEqual(all);
  expect(await reach(age(6))).toEqual(nothing);
  expect(await reach(token(admin, { iat: null }))).toEqual(nothing);
});

test('where the settings ask for a second factor, its role counts only after one', async () => {
  await db.sql`update public.settings set second_factor_roles = '{admin,business_admin}'`;
  expect(await reach(signedIn({ aal: 'aal1' }))).toEqual(nothing);
  expect(await reach(signedIn())).toEqual(nothing);
  expect(await reach(signedIn({ aal: 'aal2' }))).toEqual(all);
  const roster = (claims: object) => x.rpc(db, token(coach, claims), 'get_todays_roster');
  await expect(roster({ aal: 'aal1' })).resolves.toBeDefined();
  await db.sql`update public.settings set second_factor_roles = '{}'`;
  expect(await reach(signedIn({ aal: 'aal1' }))).toEqual(all);
});

test('whoever has enrolled a factor must use it, whatever the settings say', async () => {
  const factor = (status: string) => db.sql`
    insert into auth.mfa_factors (user_id, factor_type, status) values (${admin}, 'totp', ${status})`;
  await factor('unverified');
  expect(await reach(signedIn({ aal: 'aal1' }))).toEqual(all);
  await factor('verified');
  expect(await reach(signedIn({ aal: 'aal1' }))).toEqual(nothing);
  expect(await reach(signedIn({ aal: 'aal2' }))).toEqual(all);
  await db.sql`delete from auth.mfa_factors where user_id = ${admin}`;
});

test('nobody but an admin reads who must prove it twice, and no one sets it through the API', async () => {
  const set = db.as(signedIn(), (sql) => sql`update public.settings set second_factor_roles = '{}'`);
  expect(await x.sqlState(set)).toBe('42501');
});
