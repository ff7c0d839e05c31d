/** meta-conversions-api sends events with consent only, hashed, once, retried (spec 1 §3, §7, decisions "Safety"). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Env } from '#server/env.ts';
import { bearer, createWorld, type World } from '#support/functions.ts';
import { details } from '#support/functions-shop.ts';
import { tokenOf } from '#support/functions-db.ts';
import { pay } from '#support/payments.ts';
import * as p from '#support/sql-passes.ts';
import * as x from '#support/sql.ts';
import { createServiceDouble } from '#support/stand-in.ts';
import { withoutRandom } from '#support/by-chance.ts';

/** These are the examples of the service's own documentation. */
const john = '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f';
const number = 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176';

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
const send = (change: object = {}, headers: HeadersInit = { 'user-agent': 'Browser 1.0' }) =>
  world.call('meta-conversions-api', { ...event, ...change }, headers);
const chore = async () => {
  const { body } = await world.call('error-monitor/maintenance', '', bearer);
  return (body['chores'] as { conversions: { result: unknown } }).conversions.result;
};
const rows = () => world.database.sql`select event_id from conversions`;
const endLeases = () => world.database.sql`update conversions set leased_until = now() where sent_at is null`;
const receivedEvents = () =>
  graph.requests.map(
    ({ body }) => JSON.parse(body) as { access_token: string; data: Record<string, unknown>[] },
  );

describe('the event for the advertising service', () => {
  test('has hashed contacts, the cookies and the page, and nothing about a child', async () => {
    expect(await send()).toEqual({ status: 200, body: { queued: true } });
    expect(await chore()).toEqual({ sent: 1, failed: 0 });
    expect(graph.requests.map(({ path }) => path)).toEqual(['POST /v26.0/1234567890/events']);
    const [call] = receivedEvents();
    expect(call?.access_token).toBe('meta-token');
    expect(call?.data).toEqual([
      {
        event_name: 'InitiateCheckout',
        event_id: 'checkout_1764000000000',
        event_time: expect.any(Number) as number,
        action_source: 'website',
        event_source_url: 'https://otter.test/camps',
        user_data: { em: john, ph: number, fbc: event.fbc, fbp: event.fbp, client_user_agent: 'Browser 1.0' },
        custom_data: { value: 547, currency: 'SGD', page_path: '/camps' },
      },
    ]);
    expect(Math.abs(Number(call?.data[0]?.['event_time']) - Date.now() / 1000)).toBeLessThan(60);
    expect(withoutRandom(graph.requests[0]?.body ?? '')).not.toMatch(/Kai|john|smith|6505551212|555/i);
    const [row] = await world.database.sql<
      { row: string }[]
    >`select to_jsonb(c)::text as row from conversions c`;
    // After sending, the row no longer identifies anybody.
    expect(row?.row).not.toMatch(new RegExp(`${john}|${number}|fb\\.1|Browser`));
  });

  test.each<[string, string | null]>([
    ['91234567', '6591234567'],
    ['+65 9123 4567', '6591234567'],
    ['0065 91234567', '6591234567'],
    ['+65 5123 4567', null],
    ['1234567', null],
  ])('has the number %s as %s, and no invalid address', async (user_phone, digits) => {
    await send({ user_phone, user_email: 'mei@' });
    const [row] = await world.database.sql`
      select user_data ->> 'em' as em,
        user_data ->> 'ph' is not distinct from encode(extensions.digest(${digits}::text, 'sha256'), 'hex') as same
      from conversions`;
    expect(row).toEqual({ em: null, same: true });
  });

  test('is sent once, even if it comes twice', async () => {
    await Promise.all([send(), send(), send()]);
    await Promise.all([chore(), chore()]);
    await send();
    await chore();
    expect(graph.requests).toHaveLength(1);
  });
});

describe('an event is not stored', () => {
  test.each<[what: string, change: object, headers: Record<string, string>, env: Partial<Env>]>([
    ['without consent', { consent: undefined }, {}, {}],
    ['with a no', { consent: false }, {}, {}],
    ['if the browser sends Global Privacy Control', {}, { 'sec-gpc': '1' }, {}],
    ['if the browser sends Do Not Track', {}, { dnt: '1' }, {}],
    ['without a pixel', {}, {}, { META_PIXEL_ID: undefined }],
    ['without a token', {}, {}, { META_ACCESS_TOKEN: undefined }],
  ])('%s', async (_, change, headers, env) => {
    world.deps.env = { ...configured, ...env };
    expect(await send(change, headers)).toEqual({ status: 200, body: { queued: false } });
    expect(await rows()).toHaveLength(0);
    await chore();
    expect(graph.requests).toHaveLength(0);
  });

  test.each([
    [{ event_id: undefined }, 'event_id'],
    [{ event_id: 'has spaces' }, 'event_id'],
    [{ event_name: '' }, 'event_name'],
    // Only the server reports a purchase, once it was paid.
    [{ event_name: 'Purchase', custom_data: { value: 100_000 } }, 'event_name'],
    [{ event_name: 'KaiTan' }, 'event_name'],
    [{ consent: 'yes' }, 'consent'],
  ])('with %j', async (change, field) => {
    expect(await send(change)).toEqual({ status: 400, body: { code: 'invalid_input', field } });
    expect(await rows()).toHaveLength(0);
  });
});

describe('an event that the service does not accept', () => {
  test.each([
    [503, {}],
    [429, { error: { code: 4 } }],
    [401, { error: { code: 190 } }],
  ])('is sent again later after %i', async (status, body) => {
    await send();
    Object.assign(graph.answer, { status, body });
    expect(await chore()).toEqual({ sent: 0, failed: 1 });
    // The retry must wait.
    expect(await chore()).toEqual({ sent: 0, failed: 0 });
    Object.assign(graph.answer, { status: 200, body: {} });
    await endLeases();
    expect(await chore()).toEqual({ sent: 1, failed: 0 });
  });

  test('is not sent again after a final refusal, and does not stop the next event', async () => {
    await send();
    await send({ event_id: 'checkout_2' });
    Object.assign(graph.answer, {
      status: 400,
      body: { error: { code: 100, message: 'Invalid parameter' } },
    });
    expect(await chore()).toEqual({ sent: 0, failed: 2 });
    await endLeases();
    expect(await chore()).toEqual({ sent: 0, failed: 0 });
    const [row] = await world.database
      .sql`select count(*)::int as n from conversions where failed_at is not null and user_data = '{}'`;
    expect(row).toEqual({ n: 2 });
  });
});

describe('a purchase', () => {
  const buy = async (conversion: object | undefined) => {
    const order = await world.shop.hold(await world.shop.offer(), await world.shop.session());
    const body = { secret: order.secret, expected_total_cents: order.total_cents, details, conversion };
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
    await chore();
    expect(graph.requests).toHaveLength(0);
    await pay(url, { fetch: world.payments.fetch });
    await world.settled();
    await chore();
    await chore();
    const [call, ...more] = receivedEvents();
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

  test('of a pass bought in its dialog is reported too', async () => {
    const { who, childId } = await p.makeHome(world.database);
    await world.database
      .sql`update profiles set name = 'Mei Tan', phone = '+6591234567' where id = ${who.sub ?? ''}`;
    for (const [p_purpose, child] of [
      ['terms', {}],
      ['activity', { p_child_id: childId }],
    ] as const)
      await x.rpc(world.database, who, 'record_consent', {
        p_purpose,
        p_given: true,
        p_version: 1,
        ...child,
      });
    await world.shop.flexi();
    const hashed = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
    const { body } = await world.call<{ url: string }>(
      'create-pass-checkout',
      { passType: 'flexi', childId, conversion: agreed },
      { authorization: `Bearer ${tokenOf(who.sub ?? '')}`, 'user-agent': 'Browser 1.0' },
    );
    await chore();
    expect(graph.requests).toHaveLength(0);
    await pay(body.url, { fetch: world.payments.fetch });
    await world.settled();
    await Promise.all([chore(), chore()]);
    expect(receivedEvents().map(({ data }) => data)).toMatchObject([
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
    await world.settled();
    await chore();
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
      const retry = { secret: order.secret, expected_total_cents: order.total_cents, details, ...change };
      expect((await world.call('create-checkout', retry, headers)).body).toEqual({ url });
      expect(await rows()).toHaveLength(0);
      await pay(url, { fetch: world.payments.fetch });
      await world.settled();
      await chore();
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
