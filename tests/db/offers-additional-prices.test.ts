/**
 * Additional prices of an offer, such as a transport or a further guest, are protected against mistyped values like its
 * main price.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, service } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await createDatabase()));
beforeEach(async () => {
  await db.sql`delete from public.offers`;
  await db.sql`update public.settings set offers_snapshot_at = '-infinity'`;
});
afterAll(() => db.drop());

const minuteOf = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, '0')}:00Z`;
const publish = (offers: object[], minute: number) =>
  rpc<{ price_jumps: object[]; below_floor: object[] }>(db, service, 'publish_offers', {
    p_offers: offers,
    p_brand: shop.testBrand,
    p_snapshot_at: minuteOf(minute),
    p_off_sale: [],
  });
const version = (minute: number) => ({
  revision: `revision-${minute}`,
  updated_at: minuteOf(minute),
  confirmed: false,
});
const tier = (minute: number) => camps.tierOffer('spark', { rungs: [] }, version(minute));
const party = (minute: number, more: object) => ({
  ...shop.asPublished({ ...shop.tryout, id: 'party', ...version(minute) }),
  ...version(minute),
  kind: 'birthday_package',
  price_cents: 49_000,
  ...more,
});

const ride = (id: string, price_cents: number) => ({ id, title: id, price_cents });
const withRides = (minute: number, transport: object[]) => {
  const offer = tier(minute);
  return { ...offer, details: { ...offer.details, transport } };
};

test.each([
  ['a slip', [ride('shuttle', 600)], [{ from_cents: 6_000, to_cents: 600, is_new: false }]],
  ['a small change', [ride('shuttle', 6_500)], []],
  ['a new one that is far cheaper', [ride('shuttle', 6_000), ride('bus', 600)], [{ to_cents: 600 }]],
  ['a new one at the same price', [ride('shuttle', 6_000), ride('bus', 6_000)], []],
  ['none any more', [], []],
])('the price of a transport is checked: %s', async (_name, transport, jumps) => {
  await publish([withRides(1, [ride('shuttle', 6_000)])], 2);
  const answer = await publish([withRides(3, transport)], 4);
  expect(answer.price_jumps).toMatchObject(jumps);
  expect(answer.price_jumps).toHaveLength(jumps.length);
  const [row] = await db.sql`select details -> 'transport' as rides from public.offers`;
  expect(row?.['rides']).toEqual(jumps.length > 0 ? [ride('shuttle', 6_000)] : transport);
});

test('a first transport has nothing to be compared with, and a free one may not become dear unasked', async () => {
  await publish([withRides(1, [])], 2);
  expect((await publish([withRides(3, [ride('shuttle', 0)])], 4)).price_jumps).toEqual([]);
  expect((await publish([withRides(5, [ride('shuttle', 600)])], 6)).price_jumps).toMatchObject([
    { from_cents: 0, to_cents: 600 },
  ]);
});

test.each([
  ['a slip', 4_500, 450, 1],
  ['a small change', 4_500, 4_600, 0],
  ['a first price', null, 4_500, 0],
  ['no more guests', 4_500, null, 0],
])('the price of a further guest of a party is checked: %s', async (_name, before, after, jumps) => {
  const withGuest = (minute: number, cents: number | null) =>
    party(minute, {
      details: { guests: 8, ...(cents === null ? {} : { extra_guest_cents: cents }) },
    });
  await publish([withGuest(1, before)], 2);
  expect((await publish([withGuest(3, after)], 4)).price_jumps).toHaveLength(jumps);
});

test('what is paid in addition has no floor of its own', async () => {
  await publish([withRides(1, [ride('shuttle', 6_000)])], 2);
  const cheap = { ...withRides(3, [ride('shuttle', 1)]), confirmed: true };
  expect(await publish([cheap], 4)).toMatchObject({ price_jumps: [], below_floor: [] });
});

test('a price of a further guest that is no price is refused', async () => {
  const offer = party(1, { details: { extra_guest_cents: 0 } });
  expect(await refusal(publish([offer], 2))).toMatchObject({
    code: 'invalid_input',
    field: 'p_offers[0].details.extra_guest_cents',
  });
});
