/**
 * Tests prices and times of sale that start at a planned time, and which price a held order keeps (docs/decisions
 * "Planned prices").
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { momentTexts } from '#support/moment-texts.ts';
import * as camps from '#support/sql-camps.ts';
import { rung } from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, refusal, rpc, service, visitor, waitForLocked } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

const soon = '2089-01-01T00:00:00+08:00';
const pass = (details: object = {}) => {
  const offer = shop.asPublished({ ...shop.tryout, updated_at: new Date().toISOString() });
  return { ...offer, revision: crypto.randomUUID(), details: { ...offer.details, ...details } };
};
const publish = (...offers: { id: string }[]) => shop.publishOnly(db, offers);
const withPlannedPrices = (...prices: [string, number][]) => ({
  planned_prices: prices.map(([from, price_cents]) => ({ from, price_cents })),
});
/** Moves the only planned price, or the time of sale, to now. */
const setToNow = (path: string) => db.sql`
  update public.offers set details = jsonb_set(details, ${path}::text[],
    to_jsonb(to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')))`;
const priceComes = () => setToNow('{planned_prices,0,from}');
const total = ({ total_cents }: { total_cents: number }) => total_cents;

describe('the price at a moment', () => {
  const prices = withPlannedPrices(['2027-01-01T00:00:00+08:00', 4500], ['2027-06-01T00:00:00+08:00', 4200]);
  beforeAll(() => publish(pass(prices)));
  test.each([
    ['2026-12-31T23:59:59.999999+08:00', 3800],
    ['2027-01-01T00:00:00+08:00', 4500],
    // This is the same moment in another time zone.
    ['2026-12-31T16:00:00Z', 4500],
    ['2027-05-31T23:59:59.999999+08:00', 4500],
    ['2027-06-01T00:00:00+08:00', 4200],
    ['2089-01-01T00:00:00+08:00', 4200],
    ['-infinity', 3800],
  ])('at %s the price is %i cents', async (at, cents) => {
    const [row] = await db.sql`select private.price_at(o, ${at}) as cents from public.offers o where active`;
    expect(row?.['cents']).toBe(cents);
  });
});

describe('a planned price that could not be sold is refused with its field', () => {
  const tier = (rungs: object[], price_cents: number) =>
    camps.tierOffer('spark', { rungs, ...withPlannedPrices([soon, price_cents]) });
  test.each<[string, () => { id: string }, string]>([
    ['no zone', () => pass(withPlannedPrices(['2027-01-01T00:00:00', 4500])), 'planned_prices[0].from'],
    ['no price', () => pass({ planned_prices: [{ from: soon }] }), 'planned_prices[0].price_cents'],
    ['nothing to pay', () => pass(withPlannedPrices([soon, 0])), 'planned_prices[0].price_cents'],
    [
      'the same moment twice',
      () => pass(withPlannedPrices([soon, 4500], [soon, 4600])),
      'planned_prices[1].from',
    ],
    ['no list', () => pass({ planned_prices: {} }), 'planned_prices'],
    ['below its rung', () => tier([rung('first', 49_000)], 49_000), 'planned_prices[0].price_cents'],
    ['not above its rebate', () => tier([], 5_000), 'planned_prices[0].price_cents'],
    ['an end before the start', () => pass({ sale_time: { from: soon, until: soon } }), 'sale_time.until'],
    [
      'a rung that ends first',
      () => camps.tierOffer('spark', { rungs: [{ ...rung('a', 100), from: soon, deadline: soon }] }),
      'rungs[0].deadline',
    ],
  ])('%s', async (_name, offer, field) => {
    expect(await refusal(publish(offer()))).toMatchObject({
      code: 'invalid_input',
      field: `p_offers[0].details.${field}`,
    });
  });
});

describe('orders around the moment when a price changes', () => {
  let session: string;
  beforeEach(async () => {
    session = await shop.makeSession(db, { capacity: 10 });
    await publish(pass(withPlannedPrices([soon, 4500])));
  });
  const quote = (more: object = {}) =>
    rpc<{ total_cents: number; price_changed: boolean }>(db, visitor, 'quote_order', {
      p_order: { ...shop.holdRequest(session), ...more },
    });

  test('a page that was loaded before asks for agreement, and the checkout charges by its own clock', async () => {
    expect(await quote()).toMatchObject({ total_cents: 3800, price_changed: false });
    await priceComes();
    expect(await quote()).toMatchObject({ total_cents: 4500, price_changed: true });
    const order = await shop.hold(db, session);
    expect(order).toMatchObject({ total_cents: 4500, price_changed: true });
    expect(await refusal(shop.finalizeOrder(db, { ...order, total_cents: 3800 }))).toMatchObject({
      code: 'price_changed',
      detail: '4500',
    });
  });

  test('a held spot keeps its price, even if the order changes, and a new hold pays the new price', async () => {
    const order = await shop.hold(db, session);
    await priceComes();
    expect(await quote({ previous_secret: order.secret })).toMatchObject({ total_cents: 3800 });
    const continued = await shop.hold(db, session, { previous: order.secret });
    expect(continued).toMatchObject({ total_cents: 3800, price_changed: false });
    const paying = await shop.openPaymentPage(db, continued);
    expect(await shop.confirmPayment(db, shop.paymentOf(paying))).toMatchObject({ result: 'confirmed' });

    // An expired hold keeps no price, and neither does a hold of another session.
    const lapsed = await shop.hold(db, session);
    expect(total(lapsed)).toBe(4500);
    const elsewhere = await shop.makeSession(db);
    expect(total(await shop.hold(db, elsewhere, { previous: lapsed.secret }))).toBe(4500);
  });

  test('a spot that is added to a hold gets the price of that moment, even when the hold is changed again', async () => {
    const order = await shop.hold(db, session);
    await priceComes();
    const elsewhere = await shop.makeSession(db);
    const both = await shop.hold(db, [session, elsewhere], { previous: order.secret });
    expect(both.lines.map((line) => line.price_cents)).toEqual([3800, 4500]);
    // Only one spot in the class was held, so a second one has the new price, however its id is written.
    const again = [session, elsewhere, session.toUpperCase()];
    expect(await quote({ ...shop.holdRequest(again), previous_secret: both.secret })).toMatchObject({
      total_cents: 3800 + 4500 + 4500,
    });
    const three = await shop.hold(db, again, { previous: both.secret });
    expect(total(three)).toBe(3800 + 4500 + 4500);
    expect(await shop.finalizeOrder(db, three, shop.detailsOf(3))).toMatchObject({ total_cents: 12_800 });
    // Another offer for the held spot does not keep its old price either.
    const term = shop.asPublished({ ...shop.term, updated_at: new Date().toISOString() });
    const raisedPass = { ...term, details: { ...term.details, ...withPlannedPrices([soon, 20_000]) } };
    await publish(pass(), raisedPass);
    const held = await shop.hold(db, session);
    await priceComes();
    expect(total(await shop.hold(db, session, { offer: shop.term, previous: held.secret }))).toBe(20_000);
  });

  test('a request cannot say itself when a line was held', async () => {
    await priceComes();
    const [line] = shop.holdRequest(session).lines;
    const forged = { held_since: '2020-01-01T00:00:00Z', since: '2020-01-01T00:00:00Z' };
    expect(await quote({ ...forged, lines: [{ ...line, ...forged }] })).toMatchObject({ total_cents: 4500 });
  });

  test('a lapsed hold does not keep its price', async () => {
    const order = await shop.hold(db, session);
    await shop.expireHolds(db, order.secret);
    await priceComes();
    expect(total(await shop.hold(db, session, { previous: order.secret }))).toBe(4500);
  });

  test('a lower price also applies to orders that were held before', async () => {
    await publish(pass(withPlannedPrices([soon, 3600])));
    const order = await shop.hold(db, session);
    await priceComes();
    expect(await shop.openPaymentPage(db, { ...order, total_cents: 3600 })).toBeTruthy();
  });

  test('parents who wait for the lock while the price changes pay the price of the moment when they get the spot', async () => {
    let calls: Promise<{ total_cents: number }[]> | undefined;
    await db.sql.begin(async (gate) => {
      await gate`select from public.sessions where id = ${session} for update`;
      calls = Promise.all([1, 2, 3].map(() => shop.hold(db, session)));
      await waitForLocked(db, 3);
      await priceComes();
      // This is the control case. By the time at which they asked, all of them would pay the old price.
      const asked = await db.sql`
        select private.price_at(o, a.xact_start) as cents
        from public.offers o, pg_stat_activity a
        where o.active and a.datname = current_database() and a.wait_event_type = 'Lock'`;
      expect(asked.map(({ cents }) => cents as number)).toEqual([3800, 3800, 3800]);
    });
    expect((await calls)?.map(total)).toEqual([4500, 4500, 4500]);
  });

  test('a sold pass keeps its price, and renews at it', async () => {
    const paying = await shop.openPaymentPage(db, await shop.hold(db, session));
    await shop.confirmPayment(db, shop.paymentOf(paying));
    await priceComes();
    const [line] =
      await db.sql`select price_cents from public.order_lines where order_id = ${paying.orderId}`;
    expect(line?.['price_cents']).toBe(3800);
  });
});

describe('a camp with a planned price', () => {
  test('the camp is sold at the planned listed price, and a rung only within its time', async () => {
    const camp = await camps.makeCamp(db);
    const sale = { ...rung('sale', 45_000), from: '2089-03-01T00:00:00Z', deadline: '2089-04-01T00:00:00Z' };
    await camps.publish(
      db,
      camps.tierOffer('spark', { rungs: [sale], ...withPlannedPrices(['2089-03-15T00:00:00Z', 65_000]) }),
    );
    const priceAt = async (moment: string) => (await camps.readRung(db, camp, moment))?.price_cents;
    expect(await priceAt('2089-02-28T23:59:59Z')).toBe(59_000);
    expect(await priceAt('2089-03-01T00:00:00Z')).toBe(45_000);
    expect(await priceAt('2089-03-31T23:59:59Z')).toBe(45_000);
    expect(await priceAt('2089-04-01T00:00:00Z')).toBe(65_000);
    const [live] = await db.sql`
      select p.price_cents = c.price_cents as agree from public.get_camp_prices() p join public.camps c on c.id = p.camp_id
      where c.id = ${camp}`;
    expect(live).toMatchObject({ agree: true });
  });
});

describe('a time of sale', () => {
  test('the checkout and visitors’ data follow the time of sale, and an order that is held may still be paid', async () => {
    const session = await shop.makeSession(db, { capacity: 3 });
    const countOffers = async () =>
      (await db.as(visitor, (sql) => sql`select id, details from public.current_offers`)).length;
    await publish(pass({ sale_time: { from: soon, until: null } }));
    expect(await countOffers()).toBe(0);
    expect(await refusal(shop.hold(db, session))).toMatchObject({ code: 'offer_not_available' });
    await setToNow('{sale_time,from}');
    expect(await countOffers()).toBe(1);
    const order = await shop.hold(db, session);

    await publish(pass({ sale_time: { from: null, until: soon } }));
    await setToNow('{sale_time,until}');
    expect(await refusal(shop.hold(db, session))).toMatchObject({ code: 'offer_not_available' });
    expect(await shop.openPaymentPage(db, order)).toBeTruthy();
  });

  test('an offer that comes on sale can be added to an earlier hold, and an ended offer cannot', async () => {
    const term = (sale_time: object) => {
      const offer = shop.asPublished({ ...shop.term, updated_at: new Date().toISOString() });
      return { ...offer, revision: crypto.randomUUID(), details: { ...offer.details, sale_time } };
    };
    const session = await shop.makeSession(db, { capacity: 10 });
    const other = await shop.makeSession(db, { capacity: 10 });
    await publish(pass(), term({ from: soon, until: null }));
    const order = await shop.hold(db, session);
    const lines = [...shop.holdRequest(session).lines, ...shop.holdRequest(other, shop.term).lines];
    const add = ({ secret } = order) =>
      rpc<typeof order>(db, visitor, 'hold_order', { p_order: { lines, previous_secret: secret } });
    expect(await refusal(add())).toMatchObject({ code: 'offer_not_available', field: 'lines[1].offer_id' });
    await setToNow('{sale_time,from}');
    const both = await add();
    await publish(pass(), term({ from: null, until: soon }));
    const early = await shop.hold(db, session);
    await setToNow('{sale_time,until}');
    expect(await refusal(add(early))).toMatchObject({
      code: 'offer_not_available',
      field: 'lines[1].offer_id',
    });
    expect((await add(both)).lines).toHaveLength(2);
  });

  test('visitors cannot read planned prices', async () => {
    await publish(pass(withPlannedPrices([soon, 4500])));
    const rows = await db.as(visitor, (sql) => sql`select price_cents, details from public.current_offers`);
    expect(rows[0]).toMatchObject({ price_cents: 3800 });
    expect(rows[0]?.['details']).not.toHaveProperty('planned_prices');
  });
});

describe('the moments of published content', () => {
  const moments = (list: unknown, at = new Date().toISOString()) =>
    rpc(db, service, 'publish_moments', { p_moments: list, p_snapshot_at: at });
  const claim = async () => {
    const { reason } = await rpc<{ reason: string | null }>(db, service, 'claim_rebuild');
    return { reason };
  };
  beforeEach(async () => {
    await db.sql`truncate public.planned_moments, public.rebuild_requests`;
    await claim();
  });

  test('each moment requests one build when it has come', async () => {
    await moments([soon, '2089-02-01T00:00:00Z', '2020-01-01T00:00:00Z']);
    expect(await claim()).toEqual({ reason: null });
    await db.sql`update public.planned_moments set at = clock_timestamp() where at = ${soon}`;
    // A list that was read in the meantime does not contain the moment that has come, but its build is still requested.
    await moments(['2089-02-01T00:00:00Z']);
    expect(await claim()).toEqual({ reason: 'planned' });
    expect(await claim()).toEqual({ reason: null });
    await moments([]);
    expect(await countRows(db, 'planned_moments')).toBe(0);
  });

  // The contract accepts the same texts (tests/rules/moment.test.ts).
  test.each(momentTexts)('%s is a valid moment: %s', async (text, is) => {
    const [row] = await db.sql`select private.is_moment(to_jsonb(${text}::text)) as is`;
    expect(row).toEqual({ is });
  });

  test('an older list changes nothing, and an invalid list is refused', async () => {
    await moments([soon]);
    expect(await moments([], '2020-01-01T00:00:00Z')).toEqual({ planned: null });
    expect(await countRows(db, 'planned_moments')).toBe(1);
    for (const list of [null, {}, ['soon'], [5]])
      expect(await refusal(moments(list))).toMatchObject({ field: 'p_moments' });
  });
});
