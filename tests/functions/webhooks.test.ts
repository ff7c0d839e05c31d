/**
 * Outgoing webhooks, received by a program that is not ours: a plain Node server that verifies with the public library
 * `standardwebhooks`. Events are written with what caused them, sent once accepted, and never go to an inner address.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Webhook } from '#contract/webhooks.ts';
import { type Outgoing, sendWebhooks } from '#server/webhooks.ts';
import type { Caller } from '#support/database.ts';
import { createWorld, maintenanceHeaders, type World } from '#support/functions.ts';
import { makePeople } from '#support/sql-people.ts';
import * as camps from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import { cancelSessions, rpc } from '#support/sql.ts';

interface Received {
  path: string;
  headers: Record<string, string>;
  text: string;
}
let world: World;
let admin: Caller;
const received: Received[] = [];
/** What the receiver answers by path. */
const answers = new Map<string, { status: number; location?: string }>();

const bodyOf = async (request: IncomingMessage) => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};
const receiver = createServer((request, response) => {
  void bodyOf(request).then((text) => {
    received.push({ path: request.url ?? '', headers: request.headers as Record<string, string>, text });
    const { status, location } = answers.get(request.url ?? '') ?? { status: 204 };
    response.writeHead(status, location === undefined ? {} : { location }).end();
  });
});
const local = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
/** The internet of the tests: one public address, where the receiver is. */
const internet: Outgoing = {
  resolve: () => Promise.resolve(['93.184.215.14']),
  fetch: (input, init) => fetch(local() + new URL(new Request(input).url).pathname, init),
};
const send = (way: Outgoing = internet) => sendWebhooks({ db: world.deps.db, outgoing: way });

interface Made {
  webhook: Webhook;
  secret: string;
}
const subscribe = (types: string[], path = '/hook') =>
  rpc<Made>(world.database, admin, 'create_webhook', {
    p_url: `https://partner.example.com${path}`,
    p_types: types,
  });
const read = async (id: string) => {
  const { webhooks } = await rpc<{ webhooks: Webhook[] }>(world.database, admin, 'list_webhooks');
  const found = webhooks.find((webhook) => webhook.id === id);
  if (!found) throw new Error('no such webhook');
  return found;
};
const test_ = (id: string) => rpc(world.database, admin, 'try_webhook', { p_id: id });
const hurry = () => world.database.sql`update webhook_deliveries set next_at = now()`;
const eventsAt = (path: string) => received.filter((request) => request.path === path);

beforeAll(async () => {
  world = await createWorld();
  const people = await makePeople(world.database);
  admin = people.callers['business admin'];
  await camps.publish(world.database, camps.tierOffer('spark'));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => receiver.close(resolve));
  await world.stop();
});
beforeEach(async () => {
  await world.database.sql`truncate rate_limits, webhook_endpoints, webhook_deliveries`;
  await world.database.sql`delete from tasks where title = 'A webhook was switched off'`;
  received.length = 0;
  answers.clear();
});

test('a paid order is sent once, signed, and names nobody', async () => {
  const { secret } = await subscribe(['order.paid']);
  await shop.publish(world.database, [shop.tryout]);
  const session = await shop.makeSession(world.database, { date: '2026-11-21' });
  const checkout = await shop.openCheckout(world.database, session);
  await shop.confirmPayment(world.database, shop.paymentOf(checkout));
  world.deps.outgoing = internet;
  for (let minute = 0; minute < 2; minute += 1)
    expect((await world.call('error-monitor/maintenance', '', maintenanceHeaders)).status).toBe(200);
  expect(received).toHaveLength(1);
  const [{ text, headers }] = received as [Received];
  expect(new Verifier(secret).verify(text, headers)).toEqual({
    type: 'order.paid',
    timestamp: expect.any(String) as string,
    data: {
      number: checkout.order.number,
      status: 'paid',
      channel: 'web',
      currency: 'SGD',
      total_cents: checkout.order.total_cents,
    },
  });
  for (const personal of ['@', 'Tan', checkout.order.secret]) expect(text).not.toContain(personal);
});

test('a changed body, a foreign secret and a replay after five minutes are not accepted by the public library', async () => {
  const { webhook, secret } = await subscribe(['camp.full']);
  const other = await subscribe(['camp.full'], '/other');
  await test_(webhook.id);
  await send();
  const [{ text, headers }] = received as [Received];
  expect(() => new Verifier(secret).verify(text.replace('TEST', 'FAKE'), headers)).toThrow();
  expect(() => new Verifier(other.secret).verify(text, headers)).toThrow();
  const early = String(Number(headers['webhook-timestamp']) - 600);
  expect(() => new Verifier(secret).verify(text, { ...headers, 'webhook-timestamp': early })).toThrow();
});

test('a failed event comes again with the same id, after a longer and longer pause, and fails after ten attempts', async () => {
  const { webhook } = await subscribe(['camp.full']);
  answers.set('/hook', { status: 500 });
  await test_(webhook.id);
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await send();
    // It waits for its pause.
    await send();
    expect(received).toHaveLength(attempt);
    const [row] = await world.database.sql<[{ minutes: number }]>`
      select round(extract(epoch from next_at - now()) / 60)::int as minutes from webhook_deliveries`;
    pauses.push(row.minutes);
    await hurry();
  }
  expect(pauses).toEqual([1, 5, 30, 120, 300, 600, 840, 1200, 1440, 0]);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  await send();
  expect(received).toHaveLength(10);
  expect((await read(webhook.id)).deliveries).toMatchObject([
    { state: 'failed', attempts: 10, last_status: 500, last_error: 'Answered 500' },
  ]);
});

test('a receiver that hangs holds up no other, and its later events wait', async () => {
  const slow = await subscribe(['camp.full'], '/slow');
  const quick = await subscribe(['camp.full'], '/quick');
  for (const { webhook } of [slow, slow, quick]) await test_(webhook.id);
  const { promise: reached, resolve: release } = Promise.withResolvers<true>();
  const asked: string[] = [];
  const way: Outgoing = {
    ...internet,
    async fetch(input, init) {
      const { pathname } = new URL(new Request(input).url);
      asked.push(pathname);
      if (pathname === '/slow') {
        // The slow receiver only gives up once the quick one has its event.
        await reached;
        throw new DOMException('timed out', 'TimeoutError');
      }
      const answer = await internet.fetch(input, init);
      release(true);
      return answer;
    },
  };
  expect(await send(way)).toEqual({ sent: 1, failed: 1 });
  expect(asked.toSorted()).toEqual(['/quick', '/slow']);
  const { deliveries, state } = await read(slow.webhook.id);
  expect(state).toBe('failing');
  expect(deliveries.map(({ attempts }) => attempts).toSorted()).toEqual([0, 1]);
  expect(deliveries.map(({ last_error }) => last_error)).toContain('No answer within 5 seconds');
});

test('a receiver that accepts nothing for three days is switched off, with a task, until staff switch it on', async () => {
  const { webhook } = await subscribe(['camp.full']);
  answers.set('/hook', { status: 503 });
  await test_(webhook.id);
  await send();
  await world.database.sql`update webhook_endpoints set failing_since = now() - interval '73 hours'`;
  await hurry();
  await send();
  expect((await read(webhook.id)).state).toBe('stopped');
  const tasks = await world.database.sql`select note from tasks where title = 'A webhook was switched off'`;
  expect(tasks).toHaveLength(1);
  await hurry();
  await send();
  expect(received).toHaveLength(2);
  answers.clear();
  await rpc(world.database, admin, 'switch_webhook', { p_id: webhook.id, p_on: true });
  await send();
  expect(await read(webhook.id)).toMatchObject({ state: 'active', waiting: 0 });
});

test('a receiver that says 410 is switched off at once, and gets nothing that happens meanwhile', async () => {
  const { webhook } = await subscribe(['session.cancelled']);
  answers.set('/hook', { status: 410 });
  await test_(webhook.id);
  await send();
  expect((await read(webhook.id)).state).toBe('gone');
  await cancelSessions(world.database, await shop.makeSession(world.database, { date: '2026-11-22' }));
  expect((await read(webhook.id)).waiting).toBe(1);
});

test('after a rotation both secrets verify for a day, and then only the new one', async () => {
  const { webhook, secret } = await subscribe(['camp.full']);
  const rotated = await rpc<Made>(world.database, admin, 'rotate_webhook_secret', { p_id: webhook.id });
  expect(rotated.secret).not.toBe(secret);
  await test_(webhook.id);
  await send();
  for (const key of [secret, rotated.secret])
    expect(new Verifier(key).verify(received[0]?.text ?? '', received[0]?.headers ?? {})).toMatchObject({
      type: 'test',
    });
  await world.database.sql`update webhook_endpoints set former_until = now() - interval '1 second'`;
  await test_(webhook.id);
  await send();
  const [, { text, headers }] = received as [Received, Received];
  expect(() => new Verifier(secret).verify(text, headers)).toThrow();
  expect(new Verifier(rotated.secret).verify(text, headers)).toMatchObject({ type: 'test' });
});

test('every kind of event has ids and states only, and an undone change tells nothing', async () => {
  await subscribe(['order.line_cancelled', 'session.cancelled', 'camp.cancelled', 'camp.full']);
  const session = await shop.makeSession(world.database, { date: '2026-11-28' });
  const checkout = await shop.openCheckout(world.database, session);
  await shop.confirmPayment(world.database, shop.paymentOf(checkout));
  const camp = await camps.makeCamp(world.database, { start: '2026-12-14', days: 3 });
  await world.database.sql`update camp_weeks set capacity = 2 where id = ${camp}`;
  await camps.takeSpot(world.database, camp);
  await camps.takeSpot(world.database, camp);
  await expect(
    world.database.sql.begin(async (sql) => {
      await sql`update sessions set status = 'cancelled' where id = ${session}`;
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  await world.database.sql`update order_lines set status = 'cancelled' where order_id = ${checkout.orderId}`;
  await cancelSessions(world.database, session);
  await world.database.sql`update camp_weeks set is_active = false, cancelled_at = now() where id = ${camp}`;
  while ((await send()).sent > 0);
  const bodies = received.map(
    ({ text }) => JSON.parse(text) as { type: string; data: Record<string, unknown> },
  );
  expect(bodies.map(({ type, data }) => [type, Object.keys(data).toSorted().join()])).toEqual([
    ['camp.full', 'camp_id,capacity'],
    ['order.line_cancelled', 'camp_id,line_id,number,session_id'],
    ['session.cancelled', 'session_id,starts_at'],
    ['camp.cancelled', 'camp_id,first_day'],
  ]);
});

describe('attacks by an address', () => {
  test.each([
    ['an inner address', ['169.254.169.254']],
    ['an inner address beside a public one', ['93.184.215.14', '10.0.0.1']],
    ['nowhere', []],
  ])('a name that leads to %s is not called', async (_, addresses) => {
    const { webhook } = await subscribe(['camp.full']);
    await test_(webhook.id);
    let calls = 0;
    const way: Outgoing = {
      resolve: () => Promise.resolve(addresses),
      fetch: () => {
        calls += 1;
        return Promise.resolve(new Response());
      },
    };
    expect(await send(way)).toEqual({ sent: 0, failed: 1 });
    expect(calls).toBe(0);
  });

  test('a redirection is not followed', async () => {
    const { webhook } = await subscribe(['camp.full']);
    answers.set('/hook', { status: 307, location: `${local()}/inner` });
    await test_(webhook.id);
    await send();
    expect(eventsAt('/inner')).toEqual([]);
    expect((await read(webhook.id)).deliveries).toMatchObject([
      { state: 'waiting', last_error: 'The address leads elsewhere, which is not followed' },
    ]);
  });
});
