/**
 * The read API, called by a client that knows only docs/how-to/read-api.md: plain fetch with a key in the header. A key
 * reads what its scopes say, never a person, until it ends.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { ApiCamps, ApiError, ApiOrder, ApiOrders, ApiSessions } from '#contract/read-api.ts';
import type { CreatedApiKey } from '#contract/interfaces.ts';
import type { Caller } from '#support/database.ts';
import { createWorld, type World } from '#support/functions.ts';
import * as camps from '#support/sql-camps.ts';
import { makePeople, type People } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { rpc } from '#support/sql.ts';

let world: World;
let people: People;
let admin: Caller;
let sessionsKey: string;
let ordersKey: string;

const makeKey = (scopes: string[], days = 30) =>
  rpc<CreatedApiKey>(world.database, admin, 'create_api_key', {
    p_name: 'A partner',
    p_scopes: scopes,
    p_days: days,
  });
/** What a partner writes, without any code of ours. */
const read = (path: string, key: string | null, init: RequestInit = {}) =>
  fetch(`${world.url}/api/v1/${path}`, {
    ...init,
    headers: { ...(key !== null && { authorization: `Bearer ${key}` }), 'x-forwarded-for': '203.0.113.50' },
  });
const refused = async (path: string, key: string | null, init: RequestInit = {}) => {
  const response = await read(path, key, init);
  return { status: response.status, ...v.parse(ApiError, await response.json()) };
};

beforeAll(async () => {
  world = await createWorld();
  people = await makePeople(world.database);
  admin = people.callers['business admin'];
  await camps.publish(world.database, camps.tierOffer('spark'));
  await shop.makeSession(world.database, { date: '2026-11-21' });
  await shop.makeSession(world.database, { date: '2026-11-22' });
  await camps.makeCamp(world.database, { start: '2026-12-07', days: 3 });
  sessionsKey = (await makeKey(['sessions:read'])).secret;
  ordersKey = (await makeKey(['orders:read'])).secret;
});
afterAll(() => world.stop());
beforeEach(() => world.database.sql`truncate rate_limits`);

test('a timetable has times, places and free seats, and names no coach', async () => {
  const response = await read('sessions?from=2026-11-18&until=2026-11-30', sessionsKey);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const text = await response.text();
  const { data } = v.parse(ApiSessions, JSON.parse(text));
  expect(data.length).toBeGreaterThan(1);
  expect(data.map(({ starts_at }) => starts_at)).toEqual(data.map(({ starts_at }) => starts_at).toSorted());
  const named = await world.database.sql<{ name: string }[]>`
    select name from coaches union select name from children where name <> '' union select name from profiles where name <> ''`;
  expect(named.length).toBeGreaterThan(2);
  for (const { name } of named) expect(text).not.toContain(name);
});

test('free seats fall with each booking, and a cancelled class has none', async () => {
  const find = async (id: string) =>
    v
      .parse(ApiSessions, await (await read('sessions?from=2026-11-18&until=2026-11-30', sessionsKey)).json())
      .data.find((session) => session.id === id);
  const id = await shop.makeSession(world.database, { date: '2026-11-28', capacity: 2 });
  expect(await find(id)).toMatchObject({ capacity: 2, free_places: 2, status: 'scheduled' });
  await shop.hold(world.database, id, { address: '203.0.113.8' });
  expect(await find(id)).toMatchObject({ free_places: 1 });
  await world.database.sql`update sessions set status = 'cancelled' where id = ${id}`;
  expect(await find(id)).toMatchObject({ free_places: 0, status: 'cancelled' });
});

test('camps have a price in cents, and one that staff have not opened is not shown', async () => {
  const list = async () =>
    v.parse(ApiCamps, await (await read('camps?from=2026-11-01&until=2027-01-31', sessionsKey)).json()).data;
  const [camp] = (await list()).filter(({ first_day }) => first_day === '2026-12-07');
  expect(camp).toMatchObject({ tier: 'spark', currency: 'SGD', last_day: '2026-12-09', status: 'scheduled' });
  const before = (await list()).length;
  await world.database.sql`update camp_weeks set is_active = false where id = ${camp?.id ?? ''}`;
  expect(await list()).toHaveLength(before - 1);
});

test('pages by cursor have every order once, with amounts and without people', async () => {
  const whole = v.parse(ApiOrders, await (await read('orders', ordersKey)).json());
  expect(whole.next_cursor).toBeNull();
  expect(whole.data.length).toBeGreaterThan(2);
  const numbers: string[] = [];
  let cursor: string | null = null;
  do {
    const response: Response = await read(
      `orders?limit=1${cursor === null ? '' : `&cursor=${cursor}`}`,
      ordersKey,
    );
    const text = await response.text();
    for (const personal of ['name', 'email', 'phone', 'secret', 'family', 'child', '@'])
      expect(text).not.toContain(personal);
    const page = v.parse(ApiOrders, JSON.parse(text));
    numbers.push(...page.data.map(({ number }) => number));
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(numbers).toEqual(whole.data.map(({ number }) => number));
  const [first] = whole.data;
  const one = await read(`orders/${first?.number}`, ordersKey);
  expect(v.parse(ApiOrder, await one.json())).toEqual(first);
});

test('an order that nobody has paid is not found', async () => {
  const [row] = await world.database.sql<
    { number: string }[]
  >`select number from orders where paid_at is null limit 1`;
  expect(await refused(`orders/${row?.number}`, ordersKey)).toEqual({ status: 404, code: 'order_not_found' });
  expect(await refused('orders/OT-0000', ordersKey)).toEqual({ status: 404, code: 'order_not_found' });
});

describe('attacks', () => {
  test('no key, an invented key, an expired and a revoked key get the same answer', async () => {
    const expired = await makeKey(['orders:read']);
    await world.database.sql`
      update api_keys set created_at = now() - interval '2 days', expires_at = now() - interval '1 day' where id = ${expired.key.id}`;
    const revoked = await makeKey(['orders:read']);
    expect((await read('orders', revoked.secret)).status).toBe(200);
    await rpc(world.database, admin, 'revoke_api_key', { p_id: revoked.key.id });
    const invented = `otk_${'0'.repeat(8)}_${'0'.repeat(48)}`;
    for (const key of [
      null,
      '',
      'x',
      invented,
      expired.secret,
      revoked.secret,
      `${ordersKey} `.repeat(2),
      ordersKey.toUpperCase(),
    ])
      expect(await refused('orders', key), String(key)).toEqual({ status: 401, code: 'unauthorized' });
    const response = await read('orders', invented);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('a key reads nothing beyond its scope', async () => {
    for (const [path, key] of [
      ['orders', sessionsKey],
      ['orders/OT-0000', sessionsKey],
      ['sessions', ordersKey],
      ['camps', ordersKey],
    ] as const)
      expect(await refused(path, key), path).toEqual({ status: 403, code: 'not_allowed', field: 'scope' });
  });

  test.each([
    ['families', 'path'],
    ['children', 'path'],
    ['__proto__', 'path'],
    ['orders/../families', 'path'],
    ['orders/x;select', 'path'],
    ['sessions/1', 'path'],
    ['orders?limit=101', 'limit'],
    ['orders?limit=0', 'limit'],
    ['orders?from=2026-02-31', 'from'],
    ['orders?from=yesterday', 'from'],
    ['orders?from=2026-01-01&until=2029-01-01', 'until'],
    ['orders?from=2026-01-02&until=2026-01-01', 'until'],
    ['orders?cursor=%27', 'cursor'],
    ['orders?cursor=YWJj', 'cursor'],
    [`orders?cursor=${Buffer.from(`2026-99-99_${'0'.repeat(36)}`).toString('base64url')}`, 'cursor'],
    ['orders?email=a', 'email'],
    ['orders?limit=1&limit=2', 'query'],
    ['orders/OT-0000?limit=1', 'query'],
  ])('%s is refused, and the answer names what is wrong', async (path, field) => {
    expect(await refused(path, ordersKey)).toEqual({ status: 400, code: 'invalid_input', field });
  });

  test('nothing can be written, and no page of another origin may read', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const response = await read('orders', ordersKey, { method });
      expect(response.status, method).toBe(405);
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    const response = await read('orders', ordersKey);
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('calls beyond the limit of a key are refused, and refused calls count', async () => {
    await world.database.sql`update rate_rules set most = 3 where endpoint = 'api_key'`;
    try {
      expect((await read('orders', ordersKey)).status).toBe(200);
      expect((await read('sessions', ordersKey)).status).toBe(403);
      expect((await read('orders/OT-0000', ordersKey)).status).toBe(404);
      const response = await read('orders', ordersKey);
      expect(response.status).toBe(429);
      expect(response.headers.get('retry-after')).toBe('60');
      expect((await read('sessions', sessionsKey)).status).toBe(200);
    } finally {
      await world.database.sql`update rate_rules set most = 300 where endpoint = 'api_key'`;
    }
  });

  test('an address that guesses keys is refused before its key is looked at', async () => {
    await world.database.sql`update rate_rules set most = 3 where endpoint = 'api'`;
    try {
      for (let guess = 0; guess < 3; guess += 1) expect((await read('orders', 'guess')).status).toBe(401);
      expect(await refused('orders', ordersKey)).toEqual({ status: 429, code: 'rate_limited' });
    } finally {
      await world.database.sql`update rate_rules set most = 1200 where endpoint = 'api'`;
    }
  });

  test('only a hash of a key is stored, and its use is recorded', async () => {
    const made = await makeKey(['orders:read']);
    expect(made.secret.startsWith(`${made.key.prefix}_`)).toBe(true);
    await read('orders', made.secret);
    const rows = await world.database.sql<
      { last_used_at: Date | null }[]
    >`select * from api_keys where id = ${made.key.id}`;
    expect(JSON.stringify(rows)).not.toContain(made.secret.slice(13));
    expect(rows[0]?.last_used_at).not.toBeNull();
    const logged = await world.database
      .sql`select user_id, action, before, after from audit_log where row_key = ${made.key.id}`;
    expect(logged).toMatchObject([{ user_id: admin.sub, action: 'insert' }]);
    expect(JSON.stringify(logged)).not.toContain('hash');
  });
});
