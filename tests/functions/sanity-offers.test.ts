import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toOffers } from '#server/publishing/offers.ts';
import { createWorld, type World } from '#support/functions.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const meta = { _rev: 'r1', _updatedAt: '2026-11-21T02:00:00Z', available: true, cancellation: 'Ask us.' };
const spark = {
  ...meta,
  _id: 'camp-spark',
  _type: 'campTier',
  name: '{product} Spark',
  price: 590,
  tier: 'spark',
  days: 3,
  level: 'Foundation',
  teams: ['red'],
  minAge: 7,
  maxAge: 12,
  bases: ['orchard-central', 'east-coast'],
  rungs: [
    { id: 'first', price: 490, places: null, deadline: null, closed: true },
    { id: 'second', price: 549, places: 5, deadline: '2026-12-01T09:00:00Z' },
  ],
  siblingRebate: { amount: 50, places: 10 },
  transport: [{ id: 'door-to-door', title: 'Door to door', price: 0 }],
  extendedDay: { start: '08:30', end: '17:00' },
  refundRules: [{ hoursBefore: 336, percent: 100 }],
};
const sparkOffer = {
  id: 'camp-spark',
  kind: 'camp_tier',
  title: 'Otter Spark',
  price_cents: 59_000,
  currency: 'SGD',
  revision: 'r1',
  details: {
    tier: 'spark',
    days: 3,
    level: 'Foundation',
    teams: ['red'],
    min_age: 7,
    max_age: 12,
    bases: ['orchard-central', 'east-coast'],
    rungs: [
      { id: 'first', price_cents: 49_000, places: null, deadline: null, closed: true },
      { id: 'second', price_cents: 54_900, places: 5, deadline: '2026-12-01T09:00:00Z', closed: false },
    ],
    sibling_rebate: { cents: 5000, places: 10 },
    transport: [{ id: 'door-to-door', title: 'Door to door', price_cents: 0 }],
    extended_day: { start: '08:30', end: '17:00' },
    refund_rules: [{ hours_before: 336, percent: 100 }],
  },
  cancellation: 'Ask us.',
  updated_at: '2026-11-21T02:00:00Z',
  confirmed: false,
};
const holiday = { ...meta, _id: 'holiday', _type: 'holidayPackage', name: 'Holiday package', price: 197 };
const party = {
  ...meta,
  _id: 'party',
  _type: 'birthdayPackage',
  name: 'Party',
  price: 890,
  guests: 12,
  minutes: 120,
};
const teamPass = {
  ...meta,
  _id: 'pass-red',
  _type: 'pass',
  kind: 'team_pass',
  name: 'Red pass',
  price: 300,
  passId: 'red',
  sessions: 8,
  checkoutType: 'term-pass',
  onePerChild: true,
  // The query returns null for empty fields.
  refundRules: [
    { hoursBefore: null, daysAfterPurchase: 14, percent: 100 },
    { hoursBefore: 24, daysAfterPurchase: null, percent: 50 },
  ],
};

test.each([holiday, party])(
  'a product without a date is refused with a refund that would never end: $_type',
  (document) => {
    const refundRules = [
      { hoursBefore: null, daysAfterPurchase: 14, percent: 100 },
      { hoursBefore: 24, daysAfterPurchase: null, percent: 50 },
    ];
    expect(toOffers([{ ...document, refundRules }]).refused).toMatchObject([
      { problem: expect.stringMatching(/It has no date.*Fill in the days after purchase instead/) as string },
    ]);
    expect(toOffers([{ ...document, refundRules: refundRules.slice(0, 1) }]).refused).toEqual([]);
  },
);

test('every type of document becomes an offer that the database accepts', async () => {
  const plan = {
    plannedPrices: [{ from: '2027-01-01T00:00:00.000Z', price: 210 }],
    saleTime: { from: null, until: '2027-06-01T00:00:00.000Z' },
  };
  const read = toOffers([spark, { ...holiday, ...plan }, party, teamPass]);
  expect(read.refused).toEqual([]);
  expect(read.offers).toEqual([
    sparkOffer,
    expect.objectContaining({
      kind: 'holiday_package',
      price_cents: 19_700,
      details: {
        refund_rules: [],
        planned_prices: [{ from: '2027-01-01T00:00:00.000Z', price_cents: 21_000 }],
        sale_time: { from: null, until: '2027-06-01T00:00:00.000Z' },
      },
    }),
    expect.objectContaining({
      kind: 'birthday_package',
      details: { guests: 12, minutes: 120, refund_rules: [] },
    }),
    expect.objectContaining({ kind: 'team_pass' }),
  ]);
  expect(read.offers[3]?.details).toMatchObject({
    once_per_child: true,
    renews: false,
    make_ups: 0,
    refund_rules: [
      { days_after_purchase: 14, percent: 100 },
      { hours_before: 24, percent: 50 },
    ],
  });
  const published = await world.deps.db.rpc('publish_offers', {
    p_offers: read.offers,
    p_brand: {},
    p_snapshot_at: new Date().toISOString(),
  });
  expect(published).toMatchObject({ changed: 4, price_jumps: [] });
  const [row] = await world.database.sql`select details from offers where id = 'camp-spark'`;
  expect(row).toEqual({ details: sparkOffer.details });
});

test('a camp with only the required fields becomes an offer', () => {
  const { rungs, siblingRebate, transport, extendedDay, refundRules, ...bare } = spark;
  expect([rungs, siblingRebate, transport, extendedDay, refundRules]).not.toContain(undefined);
  expect(toOffers([{ ...bare, rungs: null }]).offers[0]?.details).toMatchObject({
    rungs: [],
    sibling_rebate: null,
    transport: [],
    extended_day: null,
    refund_rules: [],
  });
});

const [first, second] = spark.rungs;
const [door] = spark.transport;
describe('a camp that cannot be sold is refused with a reason, and the others are sold', () => {
  test.each<[object, string]>([
    [{ tier: 'Trail Week' }, 'Use small letters only, such as “east-coast”.'],
    [{ days: 0 }, 'Its days must be a whole number from 1 to 14.'],
    [{ teams: [] }, 'Its list of teams is empty.'],
    [{ teams: ['red', 'red'] }, 'Its list of teams names one twice.'],
    [{ teams: ['green'] }, 'Its team 1 is none of the four.'],
    [{ minAge: 12, maxAge: 7 }, 'It has an oldest age below its youngest.'],
    [{ bases: ['bishan', null] }, 'Its base 2 is not published, or has no system name.'],
    [{ bases: ['East Coast'] }, 'Its base 1: Use small letters only, such as “east-coast”.'],
    [
      { rungs: [second, first] },
      '“first” costs S$490 and comes after one at S$549. Make prices rise from rung to rung, so that booking early saves most.',
    ],
    [
      { rungs: [first, { ...second, price: 590 }] },
      '“second” costs S$590, which is not below the listed price of S$590. Lower it.',
    ],
    [
      { rungs: [first, { ...second, id: 'first' }] },
      'Two rungs have the short name “first”. Give each its own, so that the checkout can tell them apart.',
    ],
    [
      { rungs: [{ ...first, price: 0 }] },
      'The price of its early-bird rung 1: The price must be more than S$0.',
    ],
    [
      { rungs: [{ ...first, places: 0 }] },
      'The places of its early-bird rung 1 must be a whole number from 1 to 1000.',
    ],
    [
      { rungs: [{ ...first, deadline: '2026-12-01' }] },
      'The deadline of its early-bird rung 1 is not a date and time.',
    ],
    [
      { rungs: [{ ...first, id: 'listed' }] },
      '“listed” can’t have the short name “listed”, which is for the price after the last rung. Choose another.',
    ],
    [
      { siblingRebate: { amount: 490 } },
      'The rebate of S$490 is not below the lowest price, S$490. Lower it.',
    ],
    [{ transport: [door, door] }, 'Its transport uses one short name twice.'],
    [{ transport: [{ ...door, price: -1 }] }, 'The price of its transport option 1 must not be below S$0.'],
    [{ extendedDay: { start: '17:00', end: '08:30' } }, 'Its extended day ends before it begins.'],
  ])('%o: %s', (wrong, problem) => {
    const { offers, refused } = toOffers([{ ...spark, ...wrong }, holiday]);
    expect(offers.map(({ id }) => id)).toEqual(['holiday']);
    expect(refused).toEqual([
      {
        id: 'camp-spark',
        revision: 'r1',
        title: 'Otter Spark',
        updated_at: meta._updatedAt,
        problem,
      },
    ]);
  });
});

test('of two camps of one tier the first is sold, and the other has a reason why it is not', () => {
  const { offers, refused } = toOffers([spark, { ...spark, _id: 'camp-other', price: 1 + spark.price }]);
  expect(offers.map(({ id }) => id)).toEqual(['camp-spark']);
  expect(refused).toEqual([
    expect.objectContaining({
      id: 'camp-other',
      problem: '“Otter Spark” (camp-spark) already sells the same tier.',
    }),
  ]);
});

test('a document that is not on sale is neither an offer nor an error', () => {
  const { offers, offSale, refused } = toOffers([{ ...spark, available: false }]);
  expect([offers, refused]).toEqual([[], []]);
  expect(offSale).toEqual([expect.objectContaining({ id: 'camp-spark', title: 'Otter Spark' })]);
});

test('a document of another type is refused, even an empty one', () => {
  expect(toOffers([{ _id: 'x', _type: 'faq' }, {}]).refused).toHaveLength(2);
});
