import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Quote } from '#contract/quotes.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { rung, tierOffer } from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, makeUser, refusal, service, stopCalendar, visitor } from '#support/sql.ts';

let db: TestDatabase;
let camp: string;
beforeAll(async () => {
  db = await createDatabase();
  await stopCalendar(db, '2089-12-01T12:00:00+08:00');
});
beforeEach(async () => {
  await publishSpark();
  camp = await camps.makeCamp(db);
});
afterAll(() => db.drop());

const publishSpark = (details: Record<string, unknown> = {}) =>
  camps.publish(db, tierOffer('spark', details), tierOffer('epic'));
const line = (more: object = {}) => ({ offer_id: 'tier-spark', camp_id: camp, ...more });
const ask = (lines: object[], more: object = {}) => camps.quote(db, { lines, ...more });

test('one child pays the price of the rung, and the answer has the contract’s shape', async () => {
  const quote = await ask([line({ expected_price_cents: 49000 })]);
  expect(() => v.parse(Quote, quote)).not.toThrow();
  expect(quote).toMatchObject({
    currency: 'SGD',
    subtotal_cents: 49000,
    rebate_cents: 0,
    discount_cents: 0,
    transport_cents: 0,
    total_cents: 49000,
    code: null,
    gst: null,
    price_changed: false,
    refusals: [],
  });
  expect(quote.lines).toEqual([
    {
      child: null,
      offer_id: 'tier-spark',
      kind: 'camp_tier',
      tier: 'spark',
      title: 'spark camp',
      rung_id: 'first',
      list_cents: 59000,
      price_cents: 49000,
      sibling_rebate: false,
      rebate_cents: 0,
      discount_cents: 0,
      transport_cents: 0,
      total_cents: 49000,
      session: null,
      camp: expect.objectContaining({ camp_id: camp, location_name: 'Orchard Central' }) as unknown,
      refusal: null,
    },
  ]);
});

describe('a quote for siblings', () => {
  test('with one spot left on the rung, the second child pays the next one and gets the rebate', async () => {
    await publishSpark({
      rungs: [rung('first', 49000, { places: 3 }), rung('second', 54900, { places: 1 })],
    });
    await camps.takeSpot(db, camp, { rung: 'first' });
    await camps.takeSpot(db, camp, { rung: 'first', heldSeconds: 600 });
    const quote = await ask([line(), line(), line()]);
    expect(quote.lines.map((l) => [l.rung_id, l.price_cents, l.rebate_cents, l.total_cents])).toEqual([
      ['first', 49000, 0, 49000],
      ['second', 54900, 5000, 49900],
      ['listed', 59000, 5000, 54000],
    ]);
    expect(quote).toMatchObject({ subtotal_cents: 162900, rebate_cents: 10000, total_cents: 152900 });
  });

  test('each camp has its own number of rebates', async () => {
    await publishSpark({ sibling_rebate: { cents: 5000, places: 2 } });
    await camps.takeSpot(db, camp, { rebate: true });
    const other = await camps.makeCamp(db);
    const quote = await ask([line(), line(), line({ camp_id: other }), line(), line({ camp_id: other })]);
    expect(quote.lines.map((l) => l.rebate_cents)).toEqual([0, 5000, 0, 0, 5000]);
    await camps.takeSpot(db, camp, { rebate: true, heldSeconds: 600 });
    expect((await ask([line(), line()])).rebate_cents).toBe(0);
  });

  test('there is no rebate if the content has none, nor for one child on two camps', async () => {
    const two = { children: [{ dob: '2081-05-01' }] };
    const other = await camps.makeCamp(db);
    expect(await ask([line({ child: 0 }), line({ child: 0, camp_id: other })], two)).toMatchObject({
      rebate_cents: 0,
      refusals: [],
    });
    await publishSpark({ sibling_rebate: null });
    expect((await ask([line(), line()])).rebate_cents).toBe(0);
  });

  test('a child who cannot come uses neither the rung nor the rebate of the next child', async () => {
    await publishSpark({ rungs: [rung('first', 49000, { places: 1 })] });
    const quote = await ask([line({ child: 0 }), line({ child: 1 })], {
      children: [{ dob: '2086-01-01' }, { dob: '2081-01-01' }],
    });
    expect(quote.lines.map((l) => [l.refusal?.code, l.rung_id, l.rebate_cents])).toEqual([
      ['age_not_allowed', null, 0],
      [undefined, 'first', 0],
    ]);
    expect(quote.total_cents).toBe(49000);
  });
});

test('the price of transport is added, and transport is free where the content says so', async () => {
  const quote = await ask([line({ transport: 'door-to-door' }), line({ transport: 'shuttle' })]);
  expect(quote).toMatchObject({
    transport_cents: 6000,
    subtotal_cents: 98000,
    rebate_cents: 5000,
    total_cents: 99000,
  });
});

test('the quote names a price that differs from the one on the page', async () => {
  expect((await ask([line({ expected_price_cents: 49000 }), line()])).price_changed).toBe(false);
  expect((await ask([line({ expected_price_cents: 48999 })])).price_changed).toBe(true);
});

describe('a quote for a known child', () => {
  test('the child is quoted by its id, only for its family', async () => {
    const child = await camps.makeChild(db, '2086-01-01');
    const parent = { role: 'authenticated', sub: await makeUser(db, 'parent@example.test') } as const;
    await db.sql`update public.families set primary_parent_id = ${parent.sub} where id = ${child.familyId}`;
    const order = { lines: [line({ child: 0 })], children: [{ id: child.childId }] };
    expect((await camps.quote(db, order, parent)).refusals).toMatchObject([
      { code: 'age_not_allowed', age: 4 },
    ]);
    const other = { role: 'authenticated', sub: await makeUser(db, 'other@example.test') } as const;
    for (const stranger of [visitor, other, service]) {
      expect(await refusal(camps.quote(db, order, stranger))).toMatchObject({
        code: 'child_not_found',
        field: 'children[0].id',
      });
    }
  });

  test('the child cannot have a second spot on a camp or in a session', async () => {
    const child = await camps.makeChild(db, '2081-01-01');
    const parent = { role: 'authenticated', sub: await makeUser(db, 'third@example.test') } as const;
    await db.sql`update public.families set primary_parent_id = ${parent.sub} where id = ${child.familyId}`;
    const session = await shop.makeSession(db, { capacity: 9 });
    const order = {
      lines: [line({ child: 0 }), { offer_id: 'pass-term', session_id: session, child: 0 }],
      children: [{ id: child.childId }],
    };
    expect((await camps.quote(db, order, parent)).refusals).toEqual([]);
    await db.sql`
      insert into public.camp_enrollments (camp_id, child_id, family_id) values (${camp}, ${child.childId}, ${child.familyId})`;
    await db.sql`
      insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
      select id, session_date, session_time, ${child.childId}, ${child.familyId} from public.sessions where id = ${session}`;
    expect((await camps.quote(db, order, parent)).refusals).toEqual([
      { code: 'already_booked', field: 'lines[0].child' },
      { code: 'already_booked', field: 'lines[1].child' },
    ]);
  });
});

test('passes are quoted together with camps, with their sessions', async () => {
  const session = await shop.makeSession(db, { capacity: 1 });
  const pass = { offer_id: 'pass-term', session_id: session };
  const quote = await ask([line(), pass, { offer_id: 'pass-tryout' }]);
  expect(quote).toMatchObject({ total_cents: 49000 + 69700 + 3800, refusals: [] });
  expect(quote.lines[1]).toMatchObject({ rung_id: null, session: { session_id: session }, camp: null });
  expect((await ask([pass, pass])).refusals).toEqual([
    { code: 'session_full', field: 'lines[1].session_id' },
  ]);
  await db.sql`update public.sessions set status = 'cancelled' where id = ${session}`;
  expect((await ask([pass])).refusals).toEqual([{ code: 'session_not_found', field: 'lines[0].session_id' }]);
  expect((await ask([{ offer_id: 'pass-term', camp_id: camp }])).refusals).toMatchObject([
    { code: 'offer_not_available' },
  ]);
});

test.each([
  [49000, 4046],
  [100, 8],
  [50, 4],
])('%i cents contain %i cents of GST', async (price_cents, cents) => {
  await db.sql`update public.settings set gst_number = 'M2-1234567-8'`;
  await camps.publish(db, tierOffer('spark', { rungs: [], sibling_rebate: null }, { price_cents }));
  expect((await ask([line()])).gst).toEqual({ rate_percent: 9, number: 'M2-1234567-8', cents });
  await db.sql`update public.settings set gst_number = null`;
});

test('a quote holds and writes nothing', async () => {
  const tables = ['orders', 'order_lines', 'holds', 'promotion_uses', 'camp_enrollments'];
  const count = () => Promise.all(tables.map((table) => countRows(db, table)));
  const before = await count();
  // A hold locks the camp, but a quote must not wait for that lock.
  await db.sql.begin(async (sql) => {
    await sql`select private.lock_camps(array[${camp}]::uuid[])`;
    await ask([line(), line()], { code: 'NONE' });
  });
  expect(await count()).toEqual(before);
});

test('too many quotes are refused for a while', async () => {
  const who = { ...visitor, headers: { 'cf-connecting-ip': '203.0.113.77' } };
  await db.sql`delete from public.rate_limits`;
  const order = { lines: [line()] };
  await camps.quote(db, order, who);
  await db.sql`update public.rate_limits set hits = 240`;
  expect(await refusal(camps.quote(db, order, who))).toMatchObject({ code: 'rate_limited', status: 429 });
  await expect(
    camps.quote(db, order, { ...visitor, headers: { 'cf-connecting-ip': '203.0.113.78' } }),
  ).resolves.toBeDefined();
});
