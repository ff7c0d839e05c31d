import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { countRows, refusal, rpc, service } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

const check = (key: string, limit = 3, seconds = 60) =>
  rpc<{ allowed: boolean }>(db, service, 'check_rate', {
    p_key: key,
    p_limit: limit,
    p_window_seconds: seconds,
  });

test('exactly the limit is allowed, even for calls at the same moment', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => check('parallel', 7)));
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(7);
});

test('other keys are counted separately, and a new window starts again at zero', async () => {
  for (let n = 0; n < 3; n++) expect(await check('a')).toEqual({ allowed: true });
  expect(await check('a')).toEqual({ allowed: false });
  expect(await check('b')).toEqual({ allowed: true });
  await db.sql`update public.rate_limits set window_ends_at = clock_timestamp()`;
  expect(await check('a')).toEqual({ allowed: true });
});

test('refused calls do not extend the window', async () => {
  const end = async () => {
    const [row] = await db.sql<{ at: string }[]>`select max(window_ends_at) as at from public.rate_limits`;
    return row?.at;
  };
  await check('patient', 1, 3600);
  const before = await end();
  await check('patient', 1, 3600);
  expect(await end()).toBe(before);
});

test('no address or e-mail is stored, and a chore deletes old windows', async () => {
  await check('mei@example.test');
  const counters = await db.sql<{ key_hash: string }[]>`select key_hash from public.rate_limits`;
  for (const { key_hash } of counters) expect(key_hash).toMatch(/^[0-9a-f]{64}$/);
  await db.sql`update public.rate_limits set window_ends_at = clock_timestamp() - interval '2 minutes'`;
  await check('still counted', 100);
  expect(await rpc(db, service, 'drop_old_counters')).toEqual({ deleted: counters.length });
  expect(await countRows(db, 'rate_limits')).toBe(1);
  expect(await rpc(db, service, 'drop_old_counters')).toEqual({ deleted: 0 });
});

test.each([
  ['', 1, 1, 'p_key'],
  ['a', 0, 1, 'p_limit'],
  ['a', 1, 0, 'p_window_seconds'],
])('the limiter refuses key %j, limit %i, window %i', async (key, limit, seconds, field) => {
  expect(await refusal(check(key, limit, seconds))).toMatchObject({ code: 'invalid_input', field });
});

test('the counters are unlogged, and are updated without touching an index', async () => {
  const [table] =
    await db.sql`select relpersistence, reloptions from pg_class where oid = 'public.rate_limits'::regclass`;
  expect(table).toEqual({ relpersistence: 'u', reloptions: ['fillfactor=50'] });
});
