import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { visitorAt } from '#support/sql-leads.ts';
import { countRows, makeUser, rpc } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  // The limit is low, so that the tests reach it quickly.
  await db.sql`update public.rate_rules set most = 20 where endpoint = 'sign_in'`;
});
afterAll(() => db.drop());
beforeEach(() => db.sql`truncate public.rate_limits`);

const check = (who: Caller, endpoint: string | null) =>
  rpc<boolean>(db, who, 'enhanced_rate_limit_check', { p_endpoint: endpoint });
const until = async (who: () => Caller, endpoint: (n: number) => string) => {
  for (let n = 0; n < 200; n++) if (!(await check(who(), endpoint(n)))) return n;
  return -1;
};

test('the limiter answers false beyond the limit without an error, and true again in the next window', async () => {
  const who = visitorAt('203.0.113.1');
  expect(
    await until(
      () => who,
      () => 'sign_in',
    ),
  ).toBe(20);
  expect(await check(who, 'sign_in')).toBe(false);
  const [row] = await db.sql`select hits from public.rate_limits`;
  // The counter has one call above the limit. Calls refused after that are not counted.
  expect(row).toEqual({ hits: 21 });
  await db.sql`update public.rate_limits set window_ends_at = clock_timestamp()`;
  expect(await check(who, 'sign_in')).toBe(true);
});

test('addresses and endpoints are counted separately', async () => {
  await until(
    () => visitorAt('203.0.113.1'),
    () => 'sign_in',
  );
  expect(await check(visitorAt('203.0.113.2'), 'sign_in')).toBe(true);
  expect(await check(visitorAt('203.0.113.1'), 'sign_up')).toBe(true);
});

test('a header that the visitor sends does not count as another caller', async () => {
  let n = 0;
  const forgedVisitor = () => visitorAt('203.0.113.1', { 'x-forwarded-for': `198.51.100.${n++}` });
  expect(await until(forgedVisitor, () => 'sign_in')).toBe(20);
});

test('an account counts as one caller, wherever it calls from', async () => {
  const sub = await makeUser(db, 'roamer@example.test');
  let n = 0;
  const roamingParent = (): Caller => ({ ...visitorAt(`203.0.113.${n++}`), role: 'authenticated', sub });
  expect(await until(roamingParent, () => 'sign_in')).toBe(20);
});

test('invented endpoints share one counter', async () => {
  const who = visitorAt('203.0.113.1');
  expect(
    await until(
      () => who,
      (n) => `invented-${n}`,
    ),
  ).toBe(120);
  expect(await check(who, null)).toBe(false);
  expect(await countRows(db, 'rate_limits')).toBe(1);
});
