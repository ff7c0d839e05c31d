import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestDatabase } from '#support/database.ts';
import * as basket from '#support/sql-basket.ts';
import {
  basketOf,
  buyBasket,
  campLine,
  dayOf,
  makePlaces,
  nextBlock,
  passLine,
  siblings,
  two,
} from '#support/sql-basket.ts';
import * as camps from '#support/sql-camps.ts';
import * as orders from '#support/sql-orders.ts';
import { dayAhead, terms as deposits } from '#support/sql-instalments.ts';
import { childAged8, orderDetails } from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';
import { atOnce, countRows, refusal, sqlState } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await basket.openBasketShop();
});
afterAll(() => db.drop());

const countAll = async ({ spark, ignite, session }: basket.Places) => [
  await orders.countCampSpots(db, spark),
  await orders.countCampSpots(db, ignite),
  await shop.countSpotsTaken(db, session),
];

describe('who can be where', () => {
  test.each<[string, number, number, string]>([
    ['two camps of one week', 0, 0, 'times_overlap'],
    ['a camp whose first day is the last of another', 2, 0, 'times_overlap'],
    ['a camp on the day after the other', 3, 0, 'held'],
    ['two camps of one week for two children', 0, 1, 'held'],
  ])('%s', async (_, day, child, outcome) => {
    const block = nextBlock();
    const tier = 'epic';
    const spark = await camps.makeCamp(db, { start: dayOf(block, 0), base: 'bishan' });
    const other = await camps.makeCamp(db, { tier, start: dayOf(block, day) });
    const held = orders.hold(db, {
      lines: [campLine('spark', spark, 0), campLine(tier, other, child)],
      children: two,
    });
    if (outcome === 'held') expect((await held).lines).toHaveLength(2);
    else {
      expect(await refusal(held)).toMatchObject({
        code: outcome,
        field: 'lines[1].child',
        detail: 'lines[0]',
      });
      expect(await orders.countCampSpots(db, spark)).toBe(0);
    }
  });

  test('a class during the hours of a camp names both, and the quote names them, too', async () => {
    const spark = await camps.makeCamp(db, { start: '2089-12-12', days: 3 });
    const session = await shop.makeSession(db, { date: '2089-12-13' });
    const request = { lines: [passLine(session, 1), campLine('spark', spark, 1)], children: two };
    expect(await refusal(orders.hold(db, request))).toMatchObject({
      code: 'times_overlap',
      field: 'lines[1].child',
      detail: 'lines[0]',
    });
    expect((await camps.quote(db, request)).refusals).toEqual([
      { code: 'times_overlap', field: 'lines[1].child', overlaps: 0 },
    ]);
  });

  test('the same child twice in one camp is refused, by position and by name', async () => {
    const spark = await camps.makeCamp(db);
    const twice = { lines: [campLine('spark', spark, 0), campLine('spark', spark, 0)], children: [{}] };
    expect(await refusal(orders.hold(db, twice))).toMatchObject({ code: 'already_booked' });
    const order = await orders.hold(db, {
      lines: [campLine('spark', spark, 0), campLine('spark', spark, 1)],
      children: two,
    });
    const details = orderDetails([childAged8('Kai Tan'), childAged8(' kai  tan')]);
    expect(await refusal(shop.finalizeOrder(db, order, details))).toMatchObject({ code: 'child_twice' });
  });

  test('an age that fits one camp of the basket and not the other names the line', async () => {
    const [spark, epic] = [
      await camps.makeCamp(db),
      await camps.makeCamp(db, { tier: 'epic', start: '2092-02-01' }),
    ];
    const order = await orders.hold(db, {
      lines: [campLine('spark', spark, 0), campLine('epic', epic, 0)],
      children: [{}],
    });
    const details = orderDetails([{ name: 'Kai Tan', dob: '2079-01-30' }]);
    expect(await refusal(shop.finalizeOrder(db, order, details))).toMatchObject({
      code: 'age_not_allowed',
      field: 'lines[1].child',
    });
  });
});

test.each([
  ['without a code', undefined, [0, 5000, 0, 5000, 0], [0, 0, 0, 0, 0]],
  ['with 10% of everything', 'tenth', [0, 5000, 0, 5000, 0], [4900, 4400, 6900, 6400, 6970]],
  ['with S$50 off one tier', 'fifty', [0, 5000, 0, 5000, 0], [0, 0, 2594, 2406, 0]],
])('rebates and discounts belong to their lines: %s', async (_, code, rebates, discounts) => {
  const order = await orders.hold(db, basketOf(await makePlaces(db), code ? { code } : {}));
  expect(order.lines.map(({ price_cents }) => price_cents)).toEqual([49000, 49000, 69000, 69000, 69700]);
  expect(order.lines.map(({ rebate_cents }) => rebate_cents)).toEqual(rebates);
  expect(order.lines.map(({ discount_cents }) => discount_cents)).toEqual(discounts);
  expect(order.total_cents).toBe(order.lines.reduce((sum, { total_cents }) => sum + total_cents, 0));
  await shop.expireHolds(db, order.secret);
});

test('prices of the browser change nothing, and other families’ children are refused', async () => {
  const places = await makePlaces(db);
  const basket = basketOf(places);
  const order = await orders.hold(db, {
    ...basket,
    lines: basket.lines.map((line) => ({ ...line, expected_price_cents: 1, price_cents: 1, quantity: 9 })),
  });
  expect(order).toMatchObject({ total_cents: 2 * 49000 + 2 * 69000 + 69700 - 10000, price_changed: true });
  const { bought } = await buyBasket(db, await makePlaces(db));
  const [child] = await db.sql<[{ id: string }]>`
    select id from public.children where family_id = ${bought.familyId} limit 1`;
  const foreign = { ...basketOf(await makePlaces(db)), children: [{ id: child.id }, {}] };
  expect(await refusal(orders.hold(db, foreign))).toMatchObject({ code: 'child_not_found' });
});

test('a deposit is offered for camps alone, and a mixed order names the camps for which one is possible', async () => {
  const soon = {
    ...(await makePlaces(db)),
    soon: await camps.makeCamp(db, { start: await dayAhead(db, 5), base: 'bishan' }),
  };
  const { spark, ignite, session } = soon;
  const payOf = async (lines: object[]) => {
    const order = await orders.hold(db, { lines, children: [{}] });
    await shop.expireHolds(db, order.secret);
    return { isOffered: order.pay?.options.length !== 0, apart: order.pay?.deposit_camp_ids };
  };
  const both = [campLine('spark', spark, 0), campLine('ignite', ignite, 0)];
  expect(await payOf([...both, passLine(session, 0)])).toEqual({ isOffered: false, apart: [] });
  await db.sql`update public.settings set ${db.sql(deposits)}`;
  expect(await payOf(both)).toEqual({ isOffered: true, apart: [] });
  const mixed = await payOf([...both, passLine(session, 0), campLine('spark', soon.soon, 0)]);
  expect(mixed).toEqual({ isOffered: false, apart: [spark, ignite].toSorted() });
  expect(await payOf([passLine(session, 0)])).toEqual({ isOffered: false, apart: [] });
  await db.sql`update public.settings set camp_deposits = false`;
});

describe('held together or not at all', () => {
  test('if one part is full, nothing is held and the answer names it', async () => {
    const places = await makePlaces(db, { capacity: 2 });
    await camps.takeSpot(db, places.ignite, { rung: 'first' });
    const [before, rows] = [await countAll(places), await countRows(db, 'order_lines')];
    expect(await refusal(orders.hold(db, basketOf(places)))).toMatchObject({
      code: 'camp_full',
      field: 'lines[3].camp_id',
    });
    expect(await countAll(places)).toEqual(before);
    expect(await countRows(db, 'order_lines')).toBe(rows);
  });

  test('a basket that grows keeps its end, and one end counts for all', async () => {
    const places = await makePlaces(db);
    const first = await orders.hold(db, { lines: [campLine('spark', places.spark, 0)], children: [{}] });
    await db.sql`
      update public.orders set opened_at = opened_at - interval '30 minutes' where secret = ${first.secret}`;
    const grown = await orders.hold(db, basketOf(places, { previous_secret: first.secret }));
    const ends = await db.sql<{ minutes: number }[]>`
      select distinct round(extract(epoch from h.expires_at - clock_timestamp()) / 60)::integer as minutes
      from public.holds h join public.orders o on o.id = h.order_id where o.secret = ${grown.secret}`;
    expect([...ends]).toEqual([{ minutes: 15 }]);
    expect(await countAll(places)).toEqual([2, 2, 1]);
    await shop.expireHolds(db, grown.secret);
    expect(await countAll(places)).toEqual([0, 0, 0]);
    expect(await refusal(shop.finalizeOrder(db, grown, siblings))).toMatchObject({ code: 'hold_expired' });
  });

  test('twelve baskets in opposite orders race for the last spots: no deadlock, and each gets all or nothing', async () => {
    const places = await makePlaces(db, { capacity: 8 });
    const reversed = basketOf(places).lines.toReversed();
    const { won, lost } = await atOnce(
      db,
      { table: 'sessions', id: places.session },
      Array.from(
        { length: 12 },
        (_, n) => () => orders.hold(db, n % 2 ? basketOf(places) : { lines: reversed, children: two }),
      ),
    );
    expect([won.length, lost]).toEqual([4, Array(8).fill('camp_full')]);
    expect(await countAll(places)).toEqual([8, 8, 4]);
  });

  test('control: the same places locked in opposite orders do deadlock', async () => {
    const { spark, ignite } = await makePlaces(db);
    let met: () => void;
    const both = new Promise<void>((resolve) => (met = resolve));
    let waiting = 0;
    const lock = (one: string, other: string) =>
      sqlState(
        db.sql.begin(async (sql) => {
          await sql`select from public.camp_weeks where id = ${one} for update`;
          if (++waiting === 2) met();
          await both;
          await sql`select from public.camp_weeks where id = ${other} for update`;
        }),
      );
    const states = await Promise.all([lock(spark, ignite), lock(ignite, spark)]);
    expect(states.filter((state) => state === '40P01')).toHaveLength(1);
  });
});
