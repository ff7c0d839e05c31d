import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
beforeEach(() => unpublish(db));
afterAll(() => db.drop());

async function unpublish(from: TestDatabase): Promise<void> {
  await from.sql`delete from public.offers`;
  await from.sql`update public.settings set offers_snapshot_at = '-infinity'`;
}

const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, '0')}:00Z`;
const version = (price_cents: number, minute: number) => ({
  ...shop.tryout,
  price_cents,
  revision: `r${price_cents}`,
  updated_at: at(minute),
});
const onSale = async () => {
  const rows = await db.as(
    visitor,
    (sql) => sql<{ id: string; price_cents: number }[]>`
    select id, price_cents from public.offers order by id`,
  );
  return Object.fromEntries(rows.map(({ id, price_cents }) => [id, price_cents]));
};

test('publishing stores the published offers, and returns how many changed', async () => {
  expect(await shop.publish(db, [shop.tryout, shop.term], at(1))).toMatchObject({ changed: 2 });
  expect(await onSale()).toEqual({ 'pass-tryout': 3800, 'pass-term': 69700 });
  expect(await shop.publish(db, [shop.tryout, shop.term], at(2))).toMatchObject({ changed: 0 });
  expect(await shop.publish(db, [version(4200, 3), shop.term], at(4))).toMatchObject({ changed: 1 });
  expect(await onSale()).toEqual({ 'pass-tryout': 4200, 'pass-term': 69700 });
});

test('an offer that is no longer published goes off sale, and is on sale again once it is published', async () => {
  await shop.publish(db, [shop.tryout, shop.term], at(1));
  expect(await shop.publish(db, [shop.term], at(2))).toMatchObject({ changed: 1 });
  expect(await onSale()).toEqual({ 'pass-term': 69700 });
  expect(await shop.publish(db, [shop.tryout, shop.term], at(3))).toMatchObject({ changed: 1 });
  expect(await onSale()).toEqual({ 'pass-tryout': 3800, 'pass-term': 69700 });
});

test('an older version never replaces a newer one', async () => {
  await shop.publish(db, [version(4200, 5)], at(6));
  // A later call has an older version, because it was read from a cache.
  expect(await shop.publish(db, [version(3800, 2)], at(7))).toMatchObject({ changed: 0 });
  expect(await onSale()).toEqual({ 'pass-tryout': 4200 });
});

test('a late snapshot neither removes nor restores an offer', async () => {
  await shop.publish(db, [shop.tryout, shop.term], at(1));
  await shop.publish(db, [shop.term], at(5));
  const late = { ...shop.tryout, id: 'pass-flexi', updated_at: at(2) };
  expect(await shop.publish(db, [shop.tryout, late], at(3))).toMatchObject({ changed: 0 });
  expect(await onSale()).toEqual({ 'pass-term': 69700 });
});

test('an offer changed after the snapshot was read stays on sale', async () => {
  await shop.publish(db, [version(4200, 9)], at(9));
  expect(await shop.publish(db, [], at(8))).toMatchObject({ changed: 0 });
  expect(await onSale()).toEqual({ 'pass-tryout': 4200 });
});

test('the newest version wins, whatever the order of delivery', async () => {
  const snapshots = [
    { offers: [version(100, 1)], at: at(1) },
    { offers: [version(100, 1), shop.term], at: at(2) },
    { offers: [version(300, 3), shop.term], at: at(3) },
    { offers: [version(300, 3)], at: at(4) },
  ];
  for (const order of [
    [3, 2, 1, 0],
    [1, 3, 0, 2],
    [2, 0, 3, 1],
  ]) {
    await unpublish(db);
    for (const n of order) await shop.publish(db, snapshots[n]?.offers, snapshots[n]?.at);
    const rows = await db.sql`select id, price_cents from public.offers where active`;
    expect([...rows]).toEqual([{ id: 'pass-tryout', price_cents: 300 }]);
  }
});

test('two publications at the same time run one after the other', async () => {
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => shop.publish(db, [version(n * 100, n)], at(n))),
  );
  expect(answers).toHaveLength(5);
  expect(await onSale()).toEqual({ 'pass-tryout': 500 });
});

test('the brand is stored, and classes are renamed with their teams', async () => {
  const other = await createDatabase();
  // A class whose name is not its team's keeps its name.
  await other.sql`insert into public.class_types (name, team, variant) values ('Red at dusk', 'red', 'C')`;
  await rpc(other, service, 'publish_offers', {
    p_offers: [shop.asPublished(shop.tryout)],
    p_brand: { name: 'Heron Trails', product: 'Heron', slug: 'heron', orderPrefix: 'HT' },
    p_snapshot_at: at(1),
  });
  const [row] = await other.sql`select name, product, slug, order_prefix from public.settings`;
  expect(row).toEqual({ name: 'Heron Trails', product: 'Heron', slug: 'heron', order_prefix: 'HT' });
  const ages = { min_age: 5, max_age: 12, min_level: 1, max_level: 8, updated_at: at(1) };
  const teams = Object.entries({
    white: 'White Heron',
    red: 'Red Heron',
    black: 'Black Heron',
    x: 'X-Heron',
  });
  const published = { p_teams: teams.map(([id, name]) => ({ ...ages, id, name })) };
  expect(await rpc(other, service, 'publish_teams', published)).toEqual({ changed: 4 });
  expect(await rpc(other, service, 'publish_teams', published)).toEqual({ changed: 0 });
  const names = await other.sql<
    { name: string }[]
  >`select name from public.class_types where name <> 'Red at dusk' order by id`;
  expect(names.map(({ name }) => name)).toEqual([
    'White Heron A',
    'White Heron B',
    'Red Heron A',
    'Red Heron B',
    'Black Heron A',
    'X-Heron',
  ]);
  const own = await other.sql`select from public.class_types where name = 'Red at dusk'`;
  expect(own).toHaveLength(1);
  const [coach] = await other.sql`select name from public.coaches`;
  expect(coach).toEqual({ name: 'Coach Heron' });
  expect((await shop.hold(other, await shop.makeSession(other))).number).toMatch(/^HT-/);
  await other.drop();
});

const good = shop.asPublished(shop.tryout);
const refund = (hours_before: unknown, percent: unknown) => ({ hours_before, percent });
const paidAgo = (days_after_purchase: unknown, percent: unknown) => ({ days_after_purchase, percent });
const terms: [name: string, details: object, field: string][] = [
  ['refund rules in words', { refund_rules: 'all of it' }, 'refund_rules'],
  ['a refund rule that is none', { refund_rules: [5] }, 'refund_rules[0].hours_before'],
  ['a refund after the start', { refund_rules: [refund(-1, 50)] }, 'refund_rules[0].hours_before'],
  ['half an hour', { refund_rules: [refund(0.5, 50)] }, 'refund_rules[0].hours_before'],
  ['more back than was paid', { refund_rules: [refund(24, 101)] }, 'refund_rules[0].percent'],
  ['a refund of nobody knows what', { refund_rules: [refund(24, null)] }, 'refund_rules[0].percent'],
  ['hours that rise', { refund_rules: [refund(24, 50), refund(48, 100)] }, 'refund_rules[1].hours_before'],
  ['hours that stand', { refund_rules: [refund(24, 50), refund(24, 0)] }, 'refund_rules[1].hours_before'],
  [
    'hours and days',
    { refund_rules: [{ ...refund(24, 50), ...paidAgo(7, 50) }] },
    'refund_rules[0].days_after_purchase',
  ],
  ['neither hours nor days', { refund_rules: [{ percent: 50 }] }, 'refund_rules[0].hours_before'],
  ['half a day', { refund_rules: [paidAgo(0.5, 50)] }, 'refund_rules[0].days_after_purchase'],
  ['days before the purchase', { refund_rules: [paidAgo(-1, 50)] }, 'refund_rules[0].days_after_purchase'],
  ['more than a year', { refund_rules: [paidAgo(367, 50)] }, 'refund_rules[0].days_after_purchase'],
  ['days in words', { refund_rules: [paidAgo('7', 50)] }, 'refund_rules[0].days_after_purchase'],
  [
    'days that fall',
    { refund_rules: [paidAgo(14, 50), paidAgo(7, 100)] },
    'refund_rules[1].days_after_purchase',
  ],
  [
    'days that stand',
    { refund_rules: [paidAgo(7, 50), refund(24, 5), paidAgo(7, 0)] },
    'refund_rules[2].days_after_purchase',
  ],
  ['days and more back than was paid', { refund_rules: [paidAgo(7, 101)] }, 'refund_rules[0].percent'],
  ['once per child in words', { once_per_child: 'yes' }, 'once_per_child'],
  ['a number for renewing', { renews: 1 }, 'renews'],
  ['fewer than no make-ups', { make_ups: -1 }, 'make_ups'],
];
test.each<[string, object, string]>([
  ['no list', { a: 1 }, 'p_offers'],
  ['the same offer twice', [good, good], 'p_offers'],
  ['no id', [{ ...good, id: null }], 'p_offers[0].id'],
  ['a price as text', [good, { ...good, id: 'b', price_cents: '12' }], 'p_offers[1].price_cents'],
  ['half a cent', [{ ...good, price_cents: 1.5 }], 'p_offers[0].price_cents'],
  ['nothing to pay', [{ ...good, price_cents: 0 }], 'p_offers[0].price_cents'],
  ['another currency', [{ ...good, currency: 'USD' }], 'p_offers[0].currency'],
  ['no date', [{ ...good, updated_at: 'soon' }], 'p_offers[0].updated_at'],
  ['no details', [{ ...good, details: null }], 'p_offers[0].details'],
  ['an endless title', [{ ...good, title: 'x'.repeat(201) }], 'p_offers[0].title'],
  ['an endless id', [{ ...good, id: 'x'.repeat(101) }], 'p_offers[0].id'],
  ['rules that are no text', [{ ...good, cancellation: ['Never.'] }], 'p_offers[0].cancellation'],
  ['no sessions', [{ ...good, details: { ...good.details, sessions: 0 } }], 'p_offers[0].details.sessions'],
  [
    'an odd validity',
    [{ ...good, details: { ...good.details, validity_days: -1 } }],
    'p_offers[0].details.validity_days',
  ],
  ...terms.map(
    ([name, details, field]): [string, object, string] =>
      [
        name,
        [{ ...good, details: { ...good.details, ...details } }],
        `p_offers[0].details.${field}`,
      ] as const,
  ),
])('publishing refuses %s and changes nothing', async (_, offers, field) => {
  await shop.publish(db, [shop.term], at(1));
  const call = rpc(db, service, 'publish_offers', {
    p_offers: offers,
    p_brand: {},
    p_snapshot_at: at(2),
  });
  expect(await refusal(call)).toMatchObject({ code: 'invalid_input', status: 400, field });
  expect(await onSale()).toEqual({ 'pass-term': 69700 });
});

test.each<[string, unknown, string]>([
  ['no object', 'Otter', 'p_brand'],
  ['long first letters of an order number', { orderPrefix: 'TOOLONG' }, 'p_brand.orderPrefix'],
  ['small letters before an order number', { orderPrefix: 'ot' }, 'p_brand.orderPrefix'],
  ['no product', { product: '' }, 'p_brand.product'],
  ['a name that is no text', { name: { en: 'Otter' } }, 'p_brand.name'],
])('publishing refuses a brand with %s and changes nothing', async (_, brand, field) => {
  await shop.publish(db, [shop.term], at(1));
  const before = await db.sql`select name, product, slug, order_prefix from public.settings`;
  const call = rpc(db, service, 'publish_offers', {
    p_offers: [good],
    p_brand: brand,
    p_snapshot_at: at(2),
  });
  expect(await refusal(call)).toMatchObject({ code: 'invalid_input', field });
  expect(await db.sql`select name, product, slug, order_prefix from public.settings`).toEqual(before);
});

test('terms are published unchanged, and only publishing can write them', async () => {
  const details = {
    ...good.details,
    refund_rules: [refund(336, 100), paidAgo(0, 90), refund(24, 50), paidAgo(366, 10), refund(0, 0)],
    once_per_child: true,
    renews: false,
    make_ups: 0,
  };
  await rpc(db, service, 'publish_offers', {
    p_offers: [{ ...good, details }],
    p_brand: {},
    p_snapshot_at: at(2),
  });
  const [row] = await db.sql`select details from public.offers`;
  expect(row).toEqual({ details });
  const write = db.sql`update public.offers set details = details || '{"refund_rules": [{"hours_before": 1}]}'`;
  expect(await sqlState(write)).toBe('23514');
});
