/**
 * Tests that the advertising service gets only events of people who agreed, with hashed addresses, once each, and
 * without data about a child (docs/decisions "Safety").
 */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { createShop } from '#support/functions-shop.ts';
import { makeUser, refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';
import { withoutRandom } from '#support/random-values.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());
beforeEach(() => db.sql`truncate public.conversions`);

const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const queue = (change: object = {}, secret: string | null = null) =>
  rpc<{ queued: boolean }>(db, service, 'queue_conversion', {
    p_event: { event_id: 'view_1', event_name: 'PageView', ...change },
    p_order_secret: secret,
  });
const claim = (p_limit = 10) => rpc<Record<string, unknown>[]>(db, service, 'claim_conversions', { p_limit });
const finish = (p_error: string | null, p_final = false, p_event_id = 'view_1') =>
  rpc(db, service, 'finish_conversion', { p_event_id, p_error, p_final });
const readRow = async () => (await db.sql`select * from public.conversions`)[0] as Record<string, unknown>;

test('the same event is queued and claimed once', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => queue()));
  expect(answers.filter(({ queued }) => queued)).toHaveLength(1);
  const claims = await Promise.all(Array.from({ length: 10 }, () => claim()));
  expect(claims.flat()).toHaveLength(1);
});

test('only hashed data and a few allowed details are stored', async () => {
  await db.sql`insert into public.offers (id, kind, title, price_cents, currency, revision, details, cancellation, updated_at)
    values ('tier', 'pass', 'Term Pass', 100, 'SGD', 'r', '{"pass_id": "halfyear", "sessions": 4, "validity_days": 28, "checkout_type": "term-pass"}', 'x', now())
    on conflict do nothing`;
  await queue({
    user_data: {
      em: sha('mei@example.test'),
      ph: '+6591234567',
      fn: sha('mei'),
      child: 'Kai',
      fbp: 'fb.1.1700000000000.123456789',
      fbc: 'mei@example.test',
      client_user_agent: 'Browser 1.0',
    },
    custom_data: {
      value: 547,
      currency: 'SGD',
      content_name: 'Term Pass',
      child_name: 'Kai Tan',
      page_path: '/camps?child=Kai',
      page_url: 'https://otter.test/order/b0b5c0de-0000-4000-8000-000000000001?secret=1',
    },
    event_source_url: 'https://otter.test/camps?name=Kai#x',
  });
  expect(await readRow()).toMatchObject({
    user_data: {
      em: sha('mei@example.test'),
      fbp: 'fb.1.1700000000000.123456789',
      client_user_agent: 'Browser 1.0',
    },
    custom_data: {
      value: 547,
      currency: 'SGD',
      content_name: 'Term Pass',
      page_path: '/camps',
      page_url: 'https://otter.test/order/[id]',
    },
    source_url: 'https://otter.test/camps',
  });
  expect(withoutRandom(JSON.stringify(await readRow()))).not.toMatch(/Kai|9123|mei@/);
});

test.each(['Kai Tan', 'Anything typed', 'term pass '])(
  'a content name that is not on sale is left out: %s',
  async (content_name) => {
    await queue({ custom_data: { value: 1, content_name } });
    expect((await readRow())['custom_data']).toEqual({ value: 1 });
  },
);

test('a sent event is emptied, a failed one is retried later, and a refused one is never sent again', async () => {
  await queue({ user_data: { em: sha('a') }, custom_data: { value: 1 } });
  await claim();
  await finish('503 for mei@example.test');
  expect(await claim()).toEqual([]);
  expect(await readRow()).toMatchObject({
    attempts: 1,
    last_error: '503 for [email]',
    user_data: { em: sha('a') },
  });
  await db.sql`update public.conversions set leased_until = now()`;
  expect(await claim()).toHaveLength(1);
  await finish(null);
  expect(await readRow()).toMatchObject({
    user_data: {},
    custom_data: {},
    source_url: null,
    failed_at: null,
  });
  expect((await readRow())['sent_at']).not.toBeNull();
  // The id is remembered, so the event is not sent again.
  expect(await queue()).toEqual({ queued: false });

  await queue({ event_id: 'view_2', user_data: { em: sha('a') } });
  await claim();
  await finish('400 code 100', true, 'view_2');
  const [refused] =
    await db.sql`select user_data, failed_at is not null as failed from public.conversions where event_id = 'view_2'`;
  expect(refused).toEqual({ user_data: {}, failed: true });
});

test('an event that was not sent for a week fails and is emptied', async () => {
  await queue({ user_data: { em: sha('a') } });
  await db.sql`update public.conversions set happened_at = now() - interval '8 days'`;
  expect(await claim()).toEqual([]);
  expect(await readRow()).toMatchObject({ user_data: {}, sent_at: null });
  expect((await readRow())['failed_at']).not.toBeNull();
});

test('a purchase event waits for its payment, its last version counts, and it is erased with the family', async () => {
  const store = createShop(db);
  const order = await store.hold(await store.makeOffer(), await store.makeSession());
  const purchase = { event_name: 'Purchase', user_data: { fbp: 'fb.1.1700000000000.1' } };
  expect(await queue({ ...purchase, event_id: 'p1' }, order.secret)).toEqual({ queued: true });
  expect(await queue({ ...purchase, event_id: 'p2' }, order.secret)).toEqual({ queued: true });
  expect(await claim()).toEqual([]);
  expect(await readRow()).toMatchObject({ event_id: 'p2', happened_at: null });
  expect(await queue({ ...purchase, event_id: 'p3' }, randomUUID())).toEqual({ queued: false });
  // The id `view_1` already belongs to another event.
  await queue({ event_id: 'view_1' });
  expect(await queue({ ...purchase, event_id: 'view_1' }, order.secret)).toEqual({ queued: false });

  const family = randomUUID();
  await db.sql`insert into public.families (id, contact_name, contact_email) values (${family}, 'Mei', 'mei@example.test')`;
  await db.sql`update public.orders set family_id = ${family} where secret = ${order.secret}`;
  await db.sql`select private.erase_family_conversions(${family})`;
  const left = await db.sql`select event_id from public.conversions`;
  expect([...left]).toEqual([{ event_id: 'view_1' }]);
});

test('an event that waits for a payment can be withdrawn, but no other event can', async () => {
  const store = createShop(db);
  const order = await store.hold(await store.makeOffer(), await store.makeSession());
  const other = await store.hold(await store.makeOffer(), await store.makeSession());
  const takeBack = (secret: string | null) =>
    rpc(db, service, 'queue_conversion', { p_event: null, p_order_secret: secret });
  await queue();
  await queue({ event_name: 'Purchase', event_id: 'p1' }, order.secret);
  await queue({ event_name: 'Purchase', event_id: 'p2' }, other.secret);
  for (const secret of [null, randomUUID(), order.secret, order.secret])
    expect(await takeBack(secret)).toEqual({ queued: false });
  const ids = async () =>
    (await db.sql<{ id: string }[]>`select event_id as id from public.conversions order by 1`).map(
      ({ id }) => id,
    );
  expect(await ids()).toEqual(['p2', 'view_1']);
  // The order is paid, so its event can no longer be withdrawn.
  await db.sql`update public.conversions set happened_at = now() where event_id = 'p2'`;
  await takeBack(other.secret);
  expect(await ids()).toEqual(['p2', 'view_1']);
});

test.each([
  [{ event_id: 'has spaces' }, 'event_id'],
  [{ event_id: undefined }, 'event_id'],
  [{ event_name: '1 Purchase' }, 'event_name'],
])('queue_conversion refuses %j', async (change, field) => {
  expect(await refusal(queue(change))).toMatchObject({ code: 'invalid_input', field });
});

test.each(['queue_conversion', 'claim_conversions', 'finish_conversion'])(
  'only the service can call %s',
  async (name) => {
    const sub = await makeUser(db, `${randomUUID()}@example.test`, ['admin']);
    const args: Record<string, Record<string, unknown>> = {
      queue_conversion: { p_event: {} },
      claim_conversions: { p_limit: 1 },
      finish_conversion: { p_event_id: 'x', p_error: null },
    };
    for (const who of [visitor, { role: 'authenticated', sub } as const])
      expect(await sqlState(rpc(db, who, name, args[name]))).toBe('42501');
  },
);
