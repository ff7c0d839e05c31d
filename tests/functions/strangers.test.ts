/** A stranger with the public key calls the public functions about errors and ads (spec 1 §7). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, type World } from '#support/functions.ts';
import { errorReport } from '#support/sql-leads.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: 'meta-token' });
});
afterAll(() => world.stop());
beforeEach(() => world.database.sql`truncate rate_limits, error_reports, error_fixes, conversions`);

const headersFrom = (address: string) => ({ 'cf-connecting-ip': address, 'user-agent': 'Browser 1.0' });
const conversion = {
  consent: true,
  event_name: 'InitiateCheckout',
  event_id: 'InitiateCheckout.1764000000000.1',
};
const publicEndpoints: [name: string, rule: string, body: unknown][] = [
  ['error-monitor', 'monitor', errorReport],
  ['error-monitor', 'monitor', null],
  ['ops-monitor', 'monitor', { type: 'ERROR', severity: 'high', data: errorReport }],
  ['auto-fix-system', 'ask_fix', errorReport],
  ['meta-conversions-api', 'conversions', conversion],
];

describe.each(publicEndpoints)('%s', (name, rule, body) => {
  /** Uses up all but one of an address's calls. */
  const useUpAllButOne = async (address: string) => {
    const [row] = await world.database.sql<
      { most: number }[]
    >`select most from rate_rules where endpoint = ${rule}`;
    const limit = row?.most ?? 0;
    await world.database.sql`insert into rate_limits (key_hash, hits, window_ends_at)
      values (private.fingerprint(${`${rule} address ${address}`}), ${limit - 1}, now() + interval '1 minute')`;
    return limit;
  };

  test(`with ${JSON.stringify(body).slice(0, 20)}: one address uses up its own share, and nobody else's`, async () => {
    const limit = await useUpAllButOne('203.0.113.1');
    expect((await world.call(name, body, headersFrom('203.0.113.1'))).status).toBe(200);
    for (let n = 0; n < 3; n++)
      expect(await world.call(name, body, headersFrom('203.0.113.1'))).toEqual({
        status: 429,
        body: { code: 'rate_limited' },
      });
    // A header that the caller writes does not change the address.
    const forged = {
      ...headersFrom('203.0.113.1'),
      'x-forwarded-for': '198.51.100.7',
      'x-real-ip': '198.51.100.7',
    };
    expect((await world.call(name, body, forged)).status).toBe(429);
    expect((await world.call(name, body, headersFrom('203.0.113.2'))).status).toBe(200);
    // An address gets less than a quarter of the shared limit.
    expect(limit * 4).toBeLessThan(1_200);
  });

  test.each(['{"half":', '[]', '"x"', `"${'x'.repeat(70_000)}"`])(
    'a refused call counts: %#',
    async (text) => {
      await useUpAllButOne('203.0.113.3');
      expect([400, 413]).toContain((await world.call(name, text, headersFrom('203.0.113.3'))).status);
      expect((await world.call(name, text, headersFrom('203.0.113.3'))).status).toBe(429);
    },
  );

  test('a limit that cannot be checked refuses nothing', async () => {
    const { db } = world.deps;
    world.deps.db = {
      ...db,
      rpc: (called, args) =>
        called === 'check_caller' ? Promise.reject(new Error('down')) : db.rpc(called, args),
    };
    expect((await world.call(name, body, headersFrom('203.0.113.4'))).status).toBe(200);
    world.deps.db = db;
  });
});

test('a caller of the chores or the maps needs the secret, however often somebody tries', async () => {
  for (const path of ['error-monitor/maintenance', 'error-monitor/source-maps'])
    for (const authorization of ['', 'Bearer', 'Bearer sb_publishable_x', 'Basic bWFpbnRlbmFuY2U='])
      expect(await world.call(path, '{}', { authorization })).toEqual({
        status: 401,
        body: { code: 'unauthorized' },
      });
  const [row] = await world.database.sql`select count(*)::int as n from chores`;
  expect(row).toEqual({ n: 0 });
});

test('a stranger sees in no answer what others reported', async () => {
  await world.call(
    'error-monitor',
    { ...errorReport, message: 'Of somebody else' },
    headersFrom('203.0.113.5'),
  );
  for (const [name, , body] of publicEndpoints) {
    const { body: answer } = await world.call(name, body, headersFrom('203.0.113.6'));
    expect(JSON.stringify(answer)).not.toMatch(/somebody|otter\.test|Button/);
  }
});

test('an event for the advertising service has no field for a stranger’s own words', async () => {
  const words = 'Kai Tan S1234567D';
  await world.call(
    'meta-conversions-api',
    {
      ...conversion,
      user_email: null,
      child: words,
      user_data: { fn: words },
      fbc: words,
      fbp: `fb.1.${words}`,
      custom_data: {
        value: 1,
        currency: 'SGD',
        content_name: words,
        child_name: words,
        content_ids: [words],
        page_path: `/camps?child=${words}`,
        page_url: `https://otter.test/camps#${words}`,
      },
      event_source_url: `https://otter.test/camps?child=${encodeURIComponent(words)}`,
    },
    { ...headersFrom('203.0.113.7'), referer: `https://otter.test/?child=${encodeURIComponent(words)}` },
  );
  const [row] = await world.database.sql<
    { row: string }[]
  >`select to_jsonb(c)::text as row from conversions c`;
  expect(row?.row).toContain('"page_path": "/camps"');
  expect(row?.row).not.toMatch(/Kai|Tan|S1234567D|1234567/);
});

describe.each(['create-checkout', 'release-order'])('calls of %s with invented secrets of orders', (name) => {
  const details = {
    parent: { name: 'Mei Tan', email: 'mei@example.test', phone: '+6591234567' },
    children: [{ name: 'Kai Tan', dob: '2018-05-01' }],
    consents: { terms: true, activity: true },
  };
  const call = (address: string, secret: string = crypto.randomUUID()) =>
    world.call(name, { secret, expected_total_cents: 3800, details }, headersFrom(address));

  test('are refused after sixty, leave no counter each, and stop nobody with the right secret', async () => {
    for (let n = 0; n < 60; n++) expect((await call('203.0.113.40')).status).not.toBe(429);
    expect(await call('203.0.113.40')).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect((await call('203.0.113.41')).status).not.toBe(429);
    const order = await world.shop.hold(await world.shop.makeOffer(), await world.shop.makeSession());
    expect((await call('203.0.113.40', order.secret)).status).not.toBe(429);
  });
});
