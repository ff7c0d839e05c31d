import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeSignatureHeader } from '@sanity/webhook';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, type World } from '#support/functions.ts';
import {
  forgetPublications,
  withConfirmedPrices,
  lastUpdateMs,
  makePassDocument,
} from '#support/sanity-passes.ts';

const body = JSON.stringify({ _id: 'pass-term', _type: 'pass' });
const HOUR = 3_600_000;

let world: World;
let documents: object[];
let host: Server;
let builds: number;
let hostStatus: number;
beforeAll(async () => {
  host = createServer((_request, response) => {
    builds += 1;
    response.writeHead(hostStatus).end();
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  world = await createWorld({ DEPLOY_HOOK_URL: `http://127.0.0.1:${port}/deploy` });
  world.deps.lake = {
    wording: () => Promise.resolve([]),
    packing: () => Promise.resolve([]),
    moments: () => Promise.resolve([]),
    bases: () => Promise.resolve([]),
    isMember: () => Promise.resolve(false),
    revisions: () => Promise.resolve([]),
    usesOf: () => Promise.resolve([]),
    sellable: () => Promise.resolve(documents),
    teams: () => Promise.resolve([]),
  };
});
beforeEach(async () => {
  // Each test starts with nothing on sale, because a list that lacks offers on sale is tested separately.
  await world.database.sql`update offers set active = false`;
  await forgetPublications(world.database);
  documents = [];
  builds = 0;
  hostStatus = 200;
});
afterAll(async () => {
  await world.stop();
  await new Promise((resolve) => host.close(resolve));
});

async function hook(
  { secret = 'sanity-webhook-secret', age = 0, signedBody = body } = {},
  headers?: Record<string, string>,
) {
  const signature = await encodeSignatureHeader(signedBody, Date.now() - age, secret);
  return world.call('sanity-webhook', body, headers ?? { 'sanity-webhook-signature': signature });
}

const offer = async (id: string) => (await world.database.sql`select * from offers where id = ${id}`)[0];

describe('callers other than our content lake are refused', () => {
  test.each<[string, Parameters<typeof hook>]>([
    ['without a signature', [{}, {}]],
    ['with a malformed signature', [{}, { 'sanity-webhook-signature': 't=1,v1=' }]],
    ['with another secret', [{ secret: 'other' }]],
    ['with the signature of another body', [{ signedBody: '{}' }]],
    ['with a call of yesterday', [{ age: 24 * HOUR }]],
    ['with a call of tomorrow', [{ age: -24 * HOUR }]],
  ])('%s', async (_name, args) => {
    documents = [makePassDocument('pass-refused')];
    expect(await hook(...args)).toEqual({ status: 401, body: { code: 'unauthorized' } });
    expect(await offer('pass-refused')).toBeUndefined();
    expect(builds).toBe(0);
  });
});

test('a publish becomes an offer in cents, with its revision, and requests a build', async () => {
  documents = [makePassDocument('pass-term', { price: 41.1 })];
  expect(await hook()).toEqual({
    status: 200,
    body: { changed: 1, refused: [], price_jumps: [], rebuilding: true },
  });
  expect(await offer('pass-term')).toMatchObject({
    title: 'Term Otter',
    price_cents: 4110,
    currency: 'SGD',
    revision: `rev-${lastUpdateMs}`,
    cancellation: 'Cancel until the day before.',
    active: true,
    details: {
      pass_id: 'halfyear',
      sessions: 18,
      validity_days: 130,
      checkout_type: 'term-pass',
      min_age: 5,
      max_age: 12,
      make_ups: 2,
      once_per_child: false,
      renews: true,
      refund_rules: [
        { hours_before: 24, percent: 100 },
        { hours_before: 0, percent: 0 },
      ],
    },
  });
  expect(builds).toBe(1);
});

test('a late repeat of the webhook is accepted, and stores the content that is published now', async () => {
  documents = [makePassDocument('pass-late')];
  expect((await hook({ age: HOUR / 2 })).status).toBe(200);
  expect(await offer('pass-late')).toMatchObject({ active: true });
});

test('an offer that is no longer published or available is no longer sold', async () => {
  documents = [makePassDocument('pass-a'), makePassDocument('pass-b'), makePassDocument('pass-c')];
  await hook();
  documents = [makePassDocument('pass-a'), makePassDocument('pass-b', { available: false })];
  expect((await hook()).status).toBe(200);
  const active = async (id: string) => (await offer(id))?.['active'] as boolean;
  expect([await active('pass-a'), await active('pass-b'), await active('pass-c')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('an older answer of the content lake that arrives later does not restore the old price', async () => {
  const old = makePassDocument('pass-order', { price: 690 });
  const fresh = makePassDocument('pass-order', { price: 700 });
  documents = [fresh];
  await hook();
  documents = [old];
  await hook();
  expect(await offer('pass-order')).toMatchObject({ price_cents: 70_000 });
});

test.each([
  ['a price in words', { price: '697' }, 'Its price is missing.'],
  ['no price', { price: null }, 'Its price is missing.'],
  ['half a cent', { price: 38.005 }, 'Use two decimals at most, such as 41.50.'],
  ['a gift', { price: 0 }, 'The price must be more than S$0.'],
  ['a slipped decimal point', { price: 69_700_000 }, 'Prices go up to S$20,000. Check the decimal point.'],
  ['no name', { name: ' ' }, 'Its name is missing.'],
  ['half a session', { sessions: 0.5 }, 'Its sessions must be a whole number from 1 to 1000.'],
  ['more sessions than SQL takes', { sessions: 1001 }, 'Its sessions must be a whole number from 1 to 1000.'],
  [
    'a refund above the price',
    { refundRules: [{ hoursBefore: 24, percent: 120 }] },
    'The percent of its refund rule 1 must be a whole number from 0 to 100.',
  ],
  [
    'refund rules in the wrong order',
    {
      refundRules: [
        { hoursBefore: 0, percent: 0 },
        { hoursBefore: 24, percent: 100 },
      ],
    },
    '“24 hours before” comes after “0 hours before”. Start with the earliest cancellation.',
  ],
  [
    'days after purchase in the wrong order',
    {
      refundRules: [
        { daysAfterPurchase: 14, percent: 50 },
        { hoursBefore: 24, percent: 20 },
        { daysAfterPurchase: 7, percent: 100 },
      ],
    },
    '“7 days after purchase” comes after “14 days after purchase”. Start with the earliest cancellation.',
  ],
  [
    'hours and days in one rule',
    { refundRules: [{ hoursBefore: 24, daysAfterPurchase: 7, percent: 100 }] },
    'Its refund rule 1: Use either hours before the start or days after purchase. Make two rules if you need both.',
  ],
  [
    'a refund rule without an end',
    { refundRules: [{ hoursBefore: null, daysAfterPurchase: null, percent: 100 }] },
    'Its refund rule 1: Fill in the hours before the start or the days after purchase.',
  ],
  [
    'more days than a year',
    { refundRules: [{ daysAfterPurchase: 367, percent: 100 }] },
    'The days after purchase of its refund rule 1 must be a whole number from 0 to 366.',
  ],
])('a pass with %s is refused with a reason, and the others are sold', async (_name, wrong, problem) => {
  documents = [makePassDocument('pass-wrong', wrong), makePassDocument('pass-right')];
  const { status, body } = await hook();
  expect(status).toBe(200);
  expect(body['refused']).toEqual([{ id: 'pass-wrong', title: expect.any(String) as string, problem }]);
  expect(await offer('pass-wrong')).toBeUndefined();
  expect(await offer('pass-right')).toMatchObject({ active: true });
});

describe('the state of a publication', () => {
  const status = (id: string, revision: string) =>
    world.deps.db.rpc('get_publication_status', { p_document_id: id, p_revision: revision });
  const report = (build: object, secret = world.deps.env.MAINTENANCE_SECRET) =>
    world.call('sanity-webhook/builds', build, { authorization: `Bearer ${secret}` });

  test('the state of a published pass is on sale, off sale, or refused with the reason', async () => {
    documents = [
      makePassDocument('pass-told'),
      makePassDocument('pass-off', { available: false }),
      makePassDocument('pass-bad', { price: 0 }),
    ];
    await hook();
    const [onSale, off, bad] = documents as { _rev: string }[];
    expect(await status('pass-told', onSale?._rev ?? '')).toMatchObject({ checkout: 'known', on_sale: true });
    expect(await status('pass-off', off?._rev ?? '')).toMatchObject({ checkout: 'known', on_sale: false });
    expect(await status('pass-bad', bad?._rev ?? '')).toMatchObject({
      checkout: 'refused',
      problem: 'The price must be more than S$0.',
    });
    expect(await status('pass-told', 'another')).toMatchObject({ checkout: 'older' });
  });

  test('the state of any other document tells whether a build that began later has it', async () => {
    documents = [];
    const faq = JSON.stringify({
      _id: 'faq-1',
      _rev: 'f1',
      _updatedAt: '2026-11-21T03:00:00Z',
      question: 'Helmets?',
    });
    const signature = await encodeSignatureHeader(faq, Date.now(), world.deps.env.SANITY_WEBHOOK_SECRET);
    await world.call('sanity-webhook', faq, { 'sanity-webhook-signature': signature });
    expect(await status('faq-1', 'f1')).toMatchObject({ checkout: 'unknown', site: 'none' });
    const named = await world.database.sql`select title from publications where document_id = 'faq-1'`;
    expect(named).toEqual([{ title: 'Helmets?' }]);
    expect(await report({ build: 'b1', state: 'building' })).toEqual({
      status: 200,
      body: { reported: true },
    });
    await report({ build: 'b1', state: 'failed', reason: 'faq “Helmets?” lacks an answer' });
    expect(await status('faq-1', 'f1')).toMatchObject({
      site: 'failed',
      reason: 'faq “Helmets?” lacks an answer',
    });
    await report({ build: 'b2', state: 'building' });
    const content = { pages: ['/', '/try-out-for-kids'], documents: [['faq-1', 'f1', [1]]] };
    await report({ build: 'b2', state: 'built', content, site: 'https://otter.test' });
    expect(await status('faq-1', 'f1')).toMatchObject({
      site: 'built',
      reason: null,
      pages: ['/try-out-for-kids'],
      site_url: 'https://otter.test',
    });
  });

  test('can be changed by the report of a build only with the secret and a valid state', async () => {
    const validReport = { build: 'b3', state: 'building' };
    expect(await report(validReport, 'wrong')).toMatchObject({ status: 401 });
    expect(await report({ ...validReport, state: 'done' })).toEqual({
      status: 400,
      body: { code: 'invalid_input', field: 'state' },
    });
    const rows = await world.database.sql`select 1 from site_builds where build = 'b3'`;
    expect(rows).toHaveLength(0);
  });
});

test('prices that binary fractions cannot represent are right to the cent', async () => {
  // The floor under prices has its own tests (tests/db/price-approvals.test.ts).
  await world.database.sql`update settings set offer_price_floor_percent = 0`;
  for (const price of [0.57, 1.1, 8.2, 19.99, 64.1, 167, 1297.35]) {
    documents = [withConfirmedPrices(makePassDocument('pass-cents', { price }))];
    await hook();
    expect((await offer('pass-cents'))?.['price_cents']).toBe(Number(price.toFixed(2).replace('.', '')));
  }
});

test('publishing writes the brand of the code into SQL', async () => {
  await world.database.sql`update settings set name = 'Old', order_prefix = 'XX'`;
  await hook();
  const [settings] = await world.database.sql`select name, product, slug, order_prefix from settings`;
  expect(settings).toEqual({ name: 'Otter Trails', product: 'Otter', slug: 'otter', order_prefix: 'OT' });
});
