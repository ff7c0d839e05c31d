/** Tests to which products and places a promotion code is limited (docs/decisions "Discounts"). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { tierOffer } from '#support/sql-camps.ts';
import { callAs } from '#support/sql-details.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal as refusalOf, service, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let camp: string;
beforeAll(async () => {
  db = await createDatabase();
  await stopCalendar(db, '2089-12-01T12:00:00+08:00');
  await camps.publish(db, tierOffer('spark'), tierOffer('epic', { rungs: [] }));
  camp = await camps.makeCamp(db, { capacity: 500 });
});
beforeEach(() => db.sql`delete from public.promotion_codes`);
afterAll(() => db.drop());

const make = (promotion: object) =>
  callAs(db, service, 'save_promotion_code', { code: 'OTTER', ...promotion }) as unknown as Promise<string>;
const ask = (lines: object[]) => camps.quote(db, { lines, code: 'OTTER' });
const sparkAt = (camp_id: string) => ({ offer_id: 'tier-spark', camp_id });

test('a code for single products reduces only those', async () => {
  const pass = { offer_id: 'pass-term', session_id: await shop.makeSession(db) };
  const epic = { offer_id: 'tier-epic', camp_id: await camps.makeCamp(db, { tier: 'epic' }) };
  const shares = async (promotion: object) => {
    await make({ percent: 10, ...promotion });
    return (await ask([pass, sparkAt(camp), epic])).lines.map((l) => l.discount_cents);
  };
  expect(await shares({ offers: ['pass-term'] })).toEqual([6970, 0, 0]);
  expect(await shares({ offers: ['pass-term', 'tier-epic'] })).toEqual([6970, 0, 12900]);
  expect(await shares({ offers: ['tier-spark'], kinds: ['camp_tier'] })).toEqual([0, 4900, 0]);
});

test('a code for one tier at one location reduces no other camp, and no pass without a class', async () => {
  const elsewhere = await camps.makeCamp(db, { capacity: 5 });
  const [other] = await db.sql<[{ id: string }]>`
    insert into public.locations (name, address, slug) values ('Reef', '1 Reef Road', 'reef') returning id`;
  await db.sql`update public.camp_weeks set location_id = ${other.id} where id = ${elsewhere}`;
  await make({ percent: 10, tiers: ['spark'], locations: [other.id] });
  const lines = [sparkAt(camp), sparkAt(elsewhere), { offer_id: 'pass-term' }];
  const quote = await ask(lines);
  expect(quote.lines.map((l) => l.discount_cents)).toEqual([0, 4900, 0]);
});

test.each([
  [{ offers: null, locations: null }, 1000],
  [{ offers: ['tier-spark'], locations: null }, 1000],
  [{ offers: ['tier-epic'], locations: null }, 0],
  [{ offers: null, locations: ['here'] }, 1000],
  [{ offers: null, locations: ['elsewhere'] }, 0],
  // Sales from before these limits have rules without them.
  [{}, 1000],
])('after a move, a code with the rules %j takes off %i cents', async (limits, discount) => {
  const rules = { percent: 10, kinds: null, tiers: null, minimum_cents: 0, ...limits };
  const [row] = await db.sql<[{ cents: number }]>`
    select private.discount_under(
      replace(${JSON.stringify(rules)}, 'here', c.location_id::text)::jsonb, o, c.location_id, 1000, 10000, 0) as cents
    from public.offers o, public.camp_weeks c where o.id = 'tier-spark' and c.id = ${camp}`;
  expect(row.cents).toBe(discount);
});

test.each([
  [{ offers: ['gone'] }, 'offers'],
  [{ offers: [] }, 'offers'],
  [{ kinds: ['camp_tier'], offers: ['pass-term'] }, 'offers'],
  [{ tiers: ['epic'], offers: ['tier-spark'] }, 'offers'],
  [{ locations: ['00000000-0000-4000-8000-000000000000'] }, 'locations'],
])(
  'a code for a product or a place that does not exist or is left out is refused: %j',
  async (limits, field) => {
    expect(await refusalOf(make({ percent: 10, ...limits }))).toMatchObject({
      code: 'invalid_input',
      field,
    });
  },
);
