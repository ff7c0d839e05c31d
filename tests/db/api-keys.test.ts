/** Only business admins with a fresh sign-in make keys of other programs, and no key or role reads the table. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiKeys, CreatedApiKey } from '#contract/interfaces.ts';
import * as v from 'valibot';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { makePeople, type People } from '#support/sql-people.ts';
import { refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
const body = { p_name: 'Website of a school', p_scopes: ['sessions:read'], p_days: 90 };
const calls = [
  ['list_api_keys', {}],
  ['create_api_key', body],
  ['revoke_api_key', { p_id: '00000000-0000-4000-8000-000000000000' }],
] as const;

beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

test('a business admin makes a key, sees it by its beginning, and ends it at once', async () => {
  const admin = people.callers['business admin'];
  const made = v.parse(CreatedApiKey, await rpc(db, admin, 'create_api_key', body));
  expect(made.key).toMatchObject({ state: 'active', scopes: ['sessions:read'], last_used_at: null });
  const list = async () => v.parse(ApiKeys, await rpc(db, admin, 'list_api_keys')).keys;
  expect(JSON.stringify(await list())).not.toContain(made.secret);
  expect(await list()).toContainEqual(made.key);
  for (let press = 0; press < 2; press += 1)
    expect(await rpc(db, admin, 'revoke_api_key', { p_id: made.key.id })).toMatchObject({
      key: { state: 'revoked' },
    });
});

describe('attacks on keys', () => {
  test.each(['parent', 'other parent', 'coach', 'admin'] as const)('%s may not touch them', async (part) => {
    for (const [name, args] of calls)
      expect(await refusal(rpc(db, people.callers[part], name, args)), name).toMatchObject({
        code: 'not_allowed',
      });
  });
  test.each(['visitor', 'service'] as const)('%s may not call their functions', async (part) => {
    for (const [name, args] of calls)
      expect(await sqlState(rpc(db, people.callers[part], name, args)), name).toBe('42501');
  });
  test('nobody with a token calls the API past its function', async () => {
    for (const part of ['visitor', 'parent', 'coach', 'admin', 'business admin'] as const)
      expect(
        await sqlState(
          db.as(people.callers[part], (sql) => sql`select public.call_api('x', 'orders', '{}')`),
        ),
        part,
      ).toBe('42501');
  });
  test('a sign-in of long ago makes no key, but ends one', async () => {
    const admin = people.callers['business admin'];
    const made = v.parse(CreatedApiKey, await rpc(db, admin, 'create_api_key', body));
    const timestamp = Math.floor(Date.now() / 1000) - 3600;
    const earlier = { ...admin, claims: { ...admin.claims, amr: [{ method: 'totp', timestamp }] } };
    expect(await refusal(rpc(db, earlier, 'create_api_key', body))).toMatchObject({ code: 'sign_in_again' });
    expect(await rpc(db, earlier, 'revoke_api_key', { p_id: made.key.id })).toMatchObject({
      key: { state: 'revoked' },
    });
  });
  test.each([
    ['p_scopes', { p_scopes: [] }],
    ['p_scopes', { p_scopes: ['families:read'] }],
    ['p_scopes', { p_scopes: ['sessions:read', '*'] }],
    ['p_scopes', { p_scopes: null }],
    ['p_days', { p_days: 0 }],
    ['p_days', { p_days: 367 }],
    ['p_days', { p_days: null }],
    ['p_name', { p_name: ' ' }],
    ['p_name', { p_name: 'two\nlines' }],
    ['p_name', { p_name: 'x'.repeat(81) }],
  ])('a wrong %s is refused', async (field, change) => {
    expect(
      await refusal(rpc(db, people.callers['business admin'], 'create_api_key', { ...body, ...change })),
    ).toMatchObject({
      code: 'invalid_input',
      field,
    });
  });
});
