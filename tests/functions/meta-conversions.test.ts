/**
 * Tests that meta-conversions-api sends events only with consent, with hashed data and once each, and tries again after
 * a failure (spec 1 §3, §7, decisions "Safety").
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Env } from '#server/env.ts';
import { maintenanceHeaders, createWorld, type World } from '#support/functions.ts';
import { createServiceDouble } from '#support/service-double.ts';
import { withoutRandom } from '#support/random-values.ts';

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
const runChore = async () => {
  const { body } = await world.call('error-monitor/maintenance', '', maintenanceHeaders);
  return (body['chores'] as { conversions: { result: unknown } }).conversions.result;
};
const rows = () => world.database.sql`select event_id from conversions`;
const endLeases = () => world.database.sql`update conversions set leased_until = now() where sent_at is null`;
const readEvents = () =>
  graph.requests.map(
    ({ body }) => JSON.parse(body) as { access_token: string; data: Record<string, unknown>[] },
  );

describe('the event for the advertising service', () => {
  test('has hashed contacts, the cookies and the page, and nothing about a child', async () => {
    expect(await send()).toEqual({ status: 200, body: { queued: true } });
    expect(await runChore()).toEqual({ sent: 1, failed: 0 });
    expect(graph.requests.map(({ path }) => path)).toEqual(['POST /v26.0/1234567890/events']);
    const [call] = readEvents();
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
    await Promise.all([runChore(), runChore()]);
    await send();
    await runChore();
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
    await runChore();
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
    expect(await runChore()).toEqual({ sent: 0, failed: 1 });
    // The retry must wait.
    expect(await runChore()).toEqual({ sent: 0, failed: 0 });
    Object.assign(graph.answer, { status: 200, body: {} });
    await endLeases();
    expect(await runChore()).toEqual({ sent: 1, failed: 0 });
  });

  test('is not sent again after a final refusal, and does not stop the next event', async () => {
    await send();
    await send({ event_id: 'checkout_2' });
    Object.assign(graph.answer, {
      status: 400,
      body: { error: { code: 100, message: 'Invalid parameter' } },
    });
    expect(await runChore()).toEqual({ sent: 0, failed: 2 });
    await endLeases();
    expect(await runChore()).toEqual({ sent: 0, failed: 0 });
    const [row] = await world.database
      .sql`select count(*)::int as n from conversions where failed_at is not null and user_data = '{}'`;
    expect(row).toEqual({ n: 2 });
  });
});
