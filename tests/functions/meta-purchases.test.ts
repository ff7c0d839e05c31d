/** Tests that a paid purchase is reported to the advertising service, with consent only (decisions "Safety"). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Env } from '#server/env.ts';
import { maintenanceHeaders, createWorld, type World } from '#support/functions.ts';
import { checkoutDetails } from '#support/functions-shop.ts';
import { makeToken } from '#support/functions-db.ts';
import { pay } from '#support/payments.ts';
import * as passes from '#support/sql-passes.ts';
import { rpc } from '#support/sql.ts';
import { createServiceDouble } from '#support/service-double.ts';
import { withoutRandom } from '#support/random-values.ts';

let graph: Awaited<ReturnType<typeof createServiceDouble>>;
let world: World;
let configured: Env;
beforeAll(async () => {
  graph = await createServiceDouble();
  world = await createWorld({
    META_PIXEL_ID: '1234567890',
    META_ACCESS_TOKEN: 'meta-token',
    META_API_URL: `http://${graph.host}/v26.0`,
  });
  configured = world.deps.env;
});
afterAll(async () => {
  await world.stop();
  await graph.stop();
});
beforeEach(async () => {
  await world.database.sql`truncate conversions, rate_limits`;
  world.deps.env = configured;
  graph.requests.splice(0);
  Object.assign(graph.answer, { status: 200, body: { events_received: 1 } });
});

const event = {
  consent: true,
  event_name: 'InitiateCheckout',
  event_id: 'checkout_1764000000000',
  user_email: ' John_Smith@gmail.com ',
  user_phone: '+1 (650) 555-1212',
  custom_data: { value: 547, currency: 'SGD', page_path: '/camps', child_name: 'Kai Tan' },
  fbc: 'fb.1.1764000000000.AbC-d_e',
  fbp: 'fb.1.1764000000000.987654321',
  event_source_url: 'https://otter.test/camps?child=Kai#top',
};
const runChore = async () => {
  const { body } = await world.call('error-monitor/maintenance', '', maintenanceHeaders);
  return (body['chores'] as { conversions: { result: unknown } }).conversions.result;
};
const rows = () => world.database.sql`select event_id from conversions`;
const readEvents = () =>
  graph.requests.map(
    ({ body }) => JSON.parse(body) as { access_token: string; data: Record<string, unknown>[] },
  );

describe('a purchase', () => {
  const buy = async (conversion: object | undefined) => {
    const order = await world.shop.hold(await world.shop.makeOffer(), await world.shop.makeSession());
    const body = {
      secret: order.secret,
      expected_total_cents: order.total_cents,
      details: checkoutDetails,
      conversion,
    };
    const { body: answer } = await world.call<{ url: string }>('create-checkout', body, {
      'user-agent': 'Browser 1.0',
    });
    return { order, url: answer.url };
  };
  const agreed = {
    consent: true,
    event_id: 'purchase_1',
    fbp: event.fbp,
    event_source_url: 'https://otter.test/checkout?order=1',
  };

  test('is reported by the server once it is paid, with the order’s amount', async () => {
    const { url } = await buy(agreed);
    await runChore();
    expect(graph.requests).toHaveLength(0);
    await pay(url, { fetch: world.payments.fetch });
    await world.waitForWork();
    await runChore();
    await runChore();
    const [call, ...more] = readEvents();
    expect(more).toEqual([]);
    expect(call?.data).toMatchObject([
      {
        event_name: 'Purchase',
        event_id: 'purchase_1',
        event_source_url: 'https://otter.test/checkout',
        custom_data: { value: 697, currency: 'SGD', content_name: 'Term Pass' },
        user_data: { fbp: event.fbp, client_user_agent: 'Browser 1.0' },
      },
    ]);
    const user = call?.data[0]?.['user_data'] as Record<string, string>;
    const [same] = await world.database.sql`select
      ${user['em'] ?? ''} = encode(extensions.digest('mei@example.com', 'sha256'), 'hex') as em,
      ${user['ph'] ?? ''} = encode(extensions.digest('6591234567', 'sha256'), 'hex') as ph`;
    expect(same).toEqual({ em: true, ph: true });
    expect(withoutRandom(graph.requests[0]?.body ?? '')).not.toMatch(/Kai|Zephyrin|2018|mei@|9123/);
  });

  test('the purchase of a pass bought in its dialog is reported too', async () => {
    const { who, childId } = await passes.makeHome(world.database);
    await world.database
      .sql`update profiles set name = 'Mei Tan', phone = '+6591234567' where id = ${who.sub ?? ''}`;
    for (const [p_purpose, child] of [
      ['terms', {}],
      ['activity', { p_child_id: childId }],
    ] as const)
      await rpc(world.database, who, 'record_consent', {
        p_purpose,
        p_given: true,
        p_version: 1,
        ...child,
      });
    await world.shop.makeFlexiOffer();
    const hashed = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
    const { body } = await world.call<{ url: string }>(
      'create-pass-checkout',
      { passType: 'flexi', childId, conversion: agreed },
      { authorization: `Bearer ${makeToken(who.sub ?? '')}`, 'user-agent': 'Browser 1.0' },
    );
    await runChore();
    expect(graph.requests).toHaveLength(0);
    await pay(body.url, { fetch: world.payments.fetch });
    await world.waitForWork();
    await Promise.all([runChore(), runChore()]);
    expect(readEvents().map(({ data }) => data)).toMatchObject([
      [
        {
          event_name: 'Purchase',
          event_id: 'purchase_1',
          custom_data: { value: 167, currency: 'SGD', content_name: 'Flexi Pass' },
          user_data: { em: hashed, ph: hashed, fbp: event.fbp, client_user_agent: 'Browser 1.0' },
        },
      ],
    ]);
    expect(withoutRandom(graph.requests[0]?.body ?? '')).not.toMatch(/Mei|9123|Kai|2018|@/);
  });

  test('without consent is not reported', async () => {
    const { url } = await buy(undefined);
    await pay(url, { fetch: world.payments.fetch });
    await world.waitForWork();
    await runChore();
    expect(graph.requests).toHaveLength(0);
    expect(await rows()).toHaveLength(0);
  });

  test.each<[what: string, change: object, headers: Record<string, string>]>([
    ['a no', { conversion: undefined }, {}],
    ['a browser that asks not to be tracked', { conversion: agreed }, { 'sec-gpc': '1' }],
  ])(
    'that is pressed again after %s does not report what the first press had stored',
    async (_, change, headers) => {
      const { order, url } = await buy(agreed);
      expect(await rows()).toHaveLength(1);
      const retry = {
        secret: order.secret,
        expected_total_cents: order.total_cents,
        details: checkoutDetails,
        ...change,
      };
      expect((await world.call('create-checkout', retry, headers)).body).toEqual({ url });
      expect(await rows()).toHaveLength(0);
      await pay(url, { fetch: world.payments.fetch });
      await world.waitForWork();
      await runChore();
      expect(graph.requests).toHaveLength(0);
    },
  );

  test('never blocks the payment page', async () => {
    const { db } = world.deps;
    world.deps.db = {
      ...db,
      rpc: (name, args) =>
        name === 'queue_conversion' ? Promise.reject(new Error('down')) : db.rpc(name, args),
    };
    expect((await buy(agreed)).url).toMatch(/^http/);
    world.deps.db = db;
  });
});
