import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TooManyMails } from '#server/mail.ts';
import { maintenanceHeaders, createWorld, type World } from '#support/functions.ts';
import { checkoutDetails } from '#support/functions-shop.ts';
import { pay } from '#support/payments.ts';

let world: World;
beforeAll(async () => (world = await createWorld()));
afterAll(() => world.stop());
beforeEach(() => {
  world.mail.delivered.splice(0);
  world.mail.isDown = false;
});

async function buy() {
  const order = await world.shop.hold(await world.shop.makeOffer(), await world.shop.makeSession());
  const body = { secret: order.secret, expected_total_cents: order.total_cents, details: checkoutDetails };
  const { url } = (await world.call<{ url: string }>('create-checkout', body)).body;
  await pay(url, { fetch: world.payments.fetch });
  await world.waitForWork();
  return order;
}

const drain = () => world.call('drain-outbox', '', maintenanceHeaders);
/** Ends the delay after a failure, or the lease of a process that died. */
const endWaits = () => world.database.sql`update outbox set leased_until = now() where sent_at is null`;

test('only callers with the secret may send', async () => {
  expect(await world.call('drain-outbox', '')).toEqual({ status: 401, body: { code: 'unauthorized' } });
});

test('no mail is lost while the mail service is down, and then each is sent once', async () => {
  world.mail.isDown = true;
  const order = await buy();
  expect(await world.shop.readOrder(order)).toMatchObject({ status: 'paid' });
  const [waiting] = await world.database.sql`select sent_at, last_error from outbox where sent_at is null`;
  expect(waiting).toMatchObject({ last_error: 'application_error: unavailable' });

  world.mail.isDown = false;
  await endWaits();
  expect((await drain()).body).toEqual({ sent: 1, failed: 0 });
  expect((await drain()).body).toEqual({ sent: 0, failed: 0 });
  expect(world.mail.delivered).toHaveLength(1);
});

test('the second mail is exactly the same if the process dies between sending and recording', async () => {
  const { db, mail } = world.deps;
  const sent: string[] = [];
  world.deps.mail = {
    send: async (message) => {
      sent.push(JSON.stringify(message));
      await mail.send(message);
    },
  };
  world.deps.db = {
    ...db,
    rpc: (name, args) =>
      name === 'finish_outbox' ? Promise.reject(new Error('killed')) : db.rpc(name, args),
  };
  await expect(buy()).rejects.toThrow('killed');
  world.deps.db = db;
  await endWaits();
  expect((await drain()).body).toEqual({ sent: 1, failed: 0 });
  expect(sent).toHaveLength(2);
  expect(sent[1]).toBe(sent[0]);
  expect(world.mail.delivered).toHaveLength(1);
  world.deps.mail = mail;
});

test('two senders at once send each mail once', async () => {
  world.mail.isDown = true;
  await buy();
  await buy();
  await buy();
  world.mail.isDown = false;
  await endWaits();
  const [one, two] = await Promise.all([drain(), drain()]);
  expect(Number(one.body['sent']) + Number(two.body['sent'])).toBe(3);
  expect(world.mail.delivered).toHaveLength(3);
});

test('a mail that cannot be rendered does not stop the others', async () => {
  world.mail.isDown = true;
  await buy();
  await buy();
  world.mail.isDown = false;
  await world.database.sql`update outbox set payload = '{}'
    where id = (select id from outbox where sent_at is null order by created_at limit 1)`;
  await endWaits();
  expect((await drain()).body).toEqual({ sent: 1, failed: 1 });
  const [waiting] = await world.database.sql`select last_error from outbox where sent_at is null`;
  expect(waiting?.last_error).toContain('number');
});

describe('the sending rate', () => {
  const makeWaitingMails = (count: number) => world.database.sql`
    insert into outbox (key, template, recipient, payload, created_at)
    select 'paced ' || n || ' ' || gen_random_uuid(), template, recipient,
      -- A mail that was sent no longer has its secrets.
      payload || jsonb_build_object('secret', gen_random_uuid(), 'manage_token', repeat('a', 43)), now() + n * interval '1 ms'
    from outbox cross join generate_series(1, ${count}::integer) n
    where id = (select id from outbox where payload ? 'receipt' order by created_at limit 1)`;
  afterEach(async () => {
    await world.database.sql`update settings set outbox_per_second = 1000`;
    await world.database.sql`delete from outbox_pace`;
  });

  test('is two mails a second for all senders together', async () => {
    await buy();
    await world.database.sql`update settings set outbox_per_second = 2`;
    world.mail.delivered.splice(0);
    await makeWaitingMails(5);
    const began = performance.now();
    await Promise.all([drain(), drain()]);
    expect(world.mail.delivered).toHaveLength(5);
    expect(performance.now() - began).toBeGreaterThanOrEqual(1_950);
  });

  test('pauses as long as the mail service asks, without losing an attempt', async () => {
    await buy();
    world.mail.delivered.splice(0);
    await makeWaitingMails(3);
    const { mail } = world.deps;
    const tried: number[] = [];
    world.deps.mail = {
      send: (message) => {
        tried.push(performance.now());
        return tried.length === 2
          ? Promise.reject(new TooManyMails('rate_limit_exceeded: slowly', 2))
          : mail.send(message);
      },
    };
    expect((await drain()).body).toEqual({ sent: 3, failed: 0 });
    world.deps.mail = mail;
    expect(world.mail.delivered).toHaveLength(3);
    expect(tried).toHaveLength(4);
    expect((tried[2] ?? 0) - (tried[1] ?? 0)).toBeGreaterThanOrEqual(1_900);
    const rows = await world.database.sql`select distinct attempts from outbox where key like 'paced %'`;
    expect([...rows]).toEqual([{ attempts: 1 }]);
  });

  test('ends the run when it has to wait an hour, without losing a mail', async () => {
    await buy();
    world.mail.delivered.splice(0);
    await makeWaitingMails(2);
    const { mail } = world.deps;
    world.deps.mail = {
      send: () => Promise.reject(new TooManyMails('daily_quota_exceeded: tomorrow', 3600)),
    };
    expect((await drain()).body).toEqual({ sent: 0, failed: 0 });
    world.deps.mail = mail;
    expect((await drain()).body).toEqual({ sent: 0, failed: 0 });
    await world.database.sql`delete from outbox_pace`;
    expect((await drain()).body).toEqual({ sent: 2, failed: 0 });
  });
});

test('a call sends at most forty mails, to fit the processor time of a hosted function', async () => {
  await world.database.sql`update outbox set sent_at = now() where sent_at is null`;
  await world.database.sql`insert into outbox (key, template, recipient, payload)
    select 'many:' || n, 'booking_confirmed', 'mei@example.test', '{}' from generate_series(1, 55) n`;
  expect((await drain()).body).toEqual({ sent: 0, failed: 40 });
  expect((await drain()).body).toEqual({ sent: 0, failed: 15 });
});
