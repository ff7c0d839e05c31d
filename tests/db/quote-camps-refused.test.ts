import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { tierOffer } from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import { stopCalendar } from '#support/sql.ts';

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

describe('refusals of a quote that name their line', () => {
  const readRefusal = async (l: object, more: object = {}) => {
    const quote = await ask([line(), l], more);
    expect(quote.lines[0]?.refusal).toBeNull();
    expect(quote.refusals).toEqual([quote.lines[1]?.refusal]);
    expect(quote).toMatchObject({ total_cents: quote.lines[0]?.total_cents });
    return quote.refusals[0];
  };
  const field = (name: string) => `lines[1].${name}`;

  test('a full camp is refused, with siblings counted together', async () => {
    await db.sql`update public.camp_weeks set capacity = 3 where id = ${camp}`;
    await camps.takeSpot(db, camp);
    const order = await camps.takeSpot(db, camp, { heldSeconds: 600 });
    expect(await readRefusal(line())).toEqual({ code: 'camp_full', field: field('camp_id') });
    // The caller's own hold does not count against them.
    const [own] = await db.sql<[{ secret: string }]>`select secret from public.orders where id = ${order}`;
    expect((await ask([line(), line()], { previous_secret: own.secret })).refusals).toEqual([]);
    await db.sql`update public.orders set status = 'released' where id = ${order}`;
    expect((await ask([line(), line()], { previous_secret: own.secret })).refusals).toHaveLength(1);
  });

  test('a camp that is unknown, not on sale, or has begun is refused', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    const off = await camps.makeCamp(db, { active: false });
    for (const camp_id of [unknown, off]) {
      expect(await readRefusal(line({ camp_id }))).toEqual({
        code: 'camp_not_found',
        field: field('camp_id'),
      });
    }
    const begins = await camps.makeCamp(db, { start: '2089-12-05' });
    await stopCalendar(db, '2089-12-05T08:59:59.999999+08:00');
    expect((await ask([line({ camp_id: begins })])).refusals).toEqual([]);
    await stopCalendar(db, '2089-12-05T09:00:00+08:00');
    expect(await readRefusal(line({ camp_id: begins }))).toEqual({
      code: 'camp_started',
      field: field('camp_id'),
    });
    await stopCalendar(db, '2089-12-01T12:00:00+08:00');
  });

  test('an offer that is unknown, of another tier, or not for a camp is refused', async () => {
    for (const l of [
      line({ offer_id: 'tier-fire' }),
      line({ offer_id: 'tier-epic' }),
      line({ offer_id: 'pass-term' }),
      line({ camp_id: null }),
      line({ session_id: await shop.makeSession(db) }),
    ]) {
      expect(await readRefusal(l)).toEqual({ code: 'offer_not_available', field: field('offer_id') });
    }
  });

  test.each([
    ['the day before the seventh birthday', '2083-01-03', 6],
    ['the thirteenth birthday', '2077-01-02', 13],
  ])('an age that is not allowed on the first day is refused: %s', async (_, dob, age) => {
    const start = { camp_id: await camps.makeCamp(db, { start: '2090-01-02', base: 'east-coast' }) };
    await publishSpark();
    expect(await readRefusal(line({ ...start, child: 0 }), { children: [{ dob }] })).toEqual({
      code: 'age_not_allowed',
      field: field('child'),
      age,
      min_age: 7,
      max_age: 12,
    });
    await db.sql`delete from public.camp_weeks where id = ${start.camp_id}`;
  });

  test.each(['2083-01-02', '2077-01-03'])('an age that is just allowed is accepted: born %s', async (dob) => {
    const camp_id = await camps.makeCamp(db, { start: '2090-01-02', base: 'east-coast' });
    expect((await ask([line({ camp_id, child: 0 })], { children: [{ dob }] })).refusals).toEqual([]);
    await db.sql`delete from public.camp_weeks where id = ${camp_id}`;
  });

  test('a transport that the tier does not have is refused', async () => {
    expect(await readRefusal(line({ transport: 'helicopter' }))).toEqual({
      code: 'transport_not_available',
      field: field('transport'),
    });
  });

  test('one child twice on one camp is refused', async () => {
    const children = [{ dob: '2081-05-01' }];
    const quote = await ask([line({ child: 0 }), line({ child: 0 })], { children });
    expect(quote.refusals).toEqual([{ code: 'already_booked', field: field('child') }]);
  });
});
