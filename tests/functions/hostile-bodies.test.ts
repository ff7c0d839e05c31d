import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maintenanceHeaders, createWorld, type World } from '#support/functions.ts';
import { makeToken } from '#support/functions-db.ts';
import { checkoutDetails } from '#support/functions-shop.ts';
import { oneOf, type RandomPick, createRandomPick } from '#support/histories/random.ts';
import { toBody, hostileTexts, hostileValue } from '#support/hostile-values.ts';

/** `HOSTILE=10000` is the long run. `HOSTILE_FROM` replays from a seed. */
const calls = Number(process.env['HOSTILE'] ?? 600);
const from = Number(process.env['HOSTILE_FROM'] ?? 1);

const folder = path.join(import.meta.dirname, '../../supabase/functions');
// The calendar feeds have no body and no JSON. Their hostile addresses are tested separately.
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_') && !entry.name.endsWith('-calendar'))
  .map(({ name }) => name);

let world: World;
let secret: string;
beforeAll(async () => {
  world = await createWorld();
  const order = await world.shop.hold(await world.shop.makeOffer(), await world.shop.makeSession());
  secret = order.secret;
});
afterAll(() => world.stop());

/** Returns a valid body with one hostile value, or a body of another shape. */
function bodyOf(pick: RandomPick): string {
  const validBody = {
    secret,
    expected_total_cents: 3800,
    details: checkoutDetails,
    return_path: '/checkout',
    sessionId: 'cs_test_1',
    customData: {},
    passType: 'term',
    childId: secret,
    userEmail: 'mei@example.test',
    isAuthenticated: false,
    error_type: 'RUNTIME_ERROR',
    message: 'x is undefined',
    type: 'checkout.session.completed',
    data: { object: { id: 'cs_test_1', client_reference_id: secret, amount_total: 3800 } },
    _id: 'a',
    _type: 'pass',
  };
  const kind = pick(10);
  if (kind === 0) return oneOf(pick, hostileTexts);
  const keys = Object.keys(validBody);
  if (kind < 3) return toBody(hostileValue(pick, 'jsonb', keys, [secret]));
  return toBody(spoil(pick, validBody, keys));
}

function spoil(pick: RandomPick, value: unknown, keys: string[]): unknown {
  if (value === null || typeof value !== 'object' || pick(4) === 0)
    return hostileValue(pick, 'text', keys, [secret]);
  const copy = structuredClone(value) as Record<string, unknown>;
  const key = oneOf(pick, Object.keys(copy).length ? Object.keys(copy) : ['a']);
  copy[key] = spoil(pick, copy[key], keys);
  return copy;
}

test(`${calls} hostile bodies to every function cause no server error`, { timeout: 1_800_000 }, async () => {
  const broken: string[] = [];
  for (let seed = from; seed < from + calls; seed++) {
    const pick = createRandomPick(seed);
    const name = oneOf(pick, names);
    const body = bodyOf(pick);
    const headers = oneOf<Record<string, string>>(pick, [
      {},
      maintenanceHeaders,
      { authorization: `Bearer ${makeToken(secret)}` },
      { authorization: `Bearer ${makeToken(secret, { isExpired: true })}` },
      { 'stripe-signature': 't=1,v1=abc', 'sanity-webhook-signature': 't=1,v1=abc' },
      { 'x-forwarded-for': '=cmd', 'content-type': 'text/plain' },
    ]);
    const { status, body: answered } = await world.call(name, body, headers);
    if (status >= 500)
      broken.push(`${seed}: ${name} -> ${status} ${toBody(answered)}\n  ${body.slice(0, 300)}`);
    else expect(answered, `${seed}: ${name}`).toBeTypeOf('object');
  }
  expect(broken.join('\n')).toBe('');
});

test.each([
  ['lists', (deep: number) => '['.repeat(deep) + ']'.repeat(deep)],
  ['objects', (deep: number) => `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`],
])('%s that are nested deeper than those of any form break no function', async (_, nested) => {
  for (const name of names)
    for (const deep of [200, 2_000, 10_000]) {
      const { status } = await world.call(
        name,
        `{"error_type":"RUNTIME_ERROR","message":"x","metrics":${nested(deep)}}`,
        { ...maintenanceHeaders, 'cf-connecting-ip': `203.0.113.${names.indexOf(name)}` },
      );
      expect(status, `${name}, ${deep} levels`).toBeLessThan(500);
    }
});
