import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { rung } from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import { sqlState, waitForLocked, waitUntil } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

const publishSpark = (rungs: camps.Rung[], price_cents = 59000) =>
  camps.publish(db, camps.tierOffer('spark', { rungs }, { price_cents }));
const seatsTaken = async (campId: string, at = 'clock_timestamp()', except: string | null = null) => {
  const [row] = await db.sql.unsafe(`select private.camp_seats_taken($1, ${at}, $2) as taken`, [
    campId,
    except,
  ]);
  return row?.taken as number;
};

describe('the rungs of a camp', () => {
  test('rungs are sold in order, skipping closed, past and sold-out ones, and then the listed price applies', async () => {
    const camp = await camps.makeCamp(db);
    await publishSpark([
      rung('closed', 40000, { closed: true }),
      rung('past', 45000, { deadline: '2026-01-01T00:00:00Z' }),
      rung('few', 49000, { places: 2 }),
      rung('last', 54900, { places: 1, deadline: '2089-01-01T00:00:00+08:00' }),
    ]);
    expect(await camps.readRung(db, camp)).toEqual({ rung_id: 'few', price_cents: 49000, places_left: 2 });
    await camps.takeSpot(db, camp, { rung: 'few' });
    expect(await camps.readRung(db, camp)).toMatchObject({ rung_id: 'few', places_left: 1 });
    await camps.takeSpot(db, camp, { rung: 'few', heldSeconds: 600 });
    expect(await camps.readRung(db, camp)).toEqual({ rung_id: 'last', price_cents: 54900, places_left: 1 });
    await camps.takeSpot(db, camp, { rung: 'last' });
    expect(await camps.readRung(db, camp)).toEqual({
      rung_id: 'listed',
      price_cents: 59000,
      places_left: null,
    });
  });

  test('rungs are counted for each camp separately, and only by what was sold at them', async () => {
    const [first, second] = [await camps.makeCamp(db), await camps.makeCamp(db)];
    await publishSpark([rung('first', 49000, { places: 1 })]);
    await camps.takeSpot(db, first, { rung: 'listed' });
    await camps.takeSpot(db, first, { rung: null });
    expect(await camps.readRung(db, first)).toMatchObject({ rung_id: 'first', places_left: 1 });
    await camps.takeSpot(db, first, { rung: 'first' });
    expect(await camps.readRung(db, first)).toMatchObject({ rung_id: 'listed' });
    expect(await camps.readRung(db, second)).toMatchObject({ rung_id: 'first', places_left: 1 });
  });

  test('a cancelled spot is sold again at its rung', async () => {
    const camp = await camps.makeCamp(db);
    await publishSpark([rung('first', 49000, { places: 1 })]);
    await camps.takeSpot(db, camp, { rung: 'first' });
    await db.sql`update public.camp_enrollments set status = 'cancelled' where camp_id = ${camp}`;
    expect(await camps.readRung(db, camp)).toMatchObject({ rung_id: 'first', places_left: 1 });
  });

  test('a rung ends at the exact instant of its deadline', async () => {
    const camp = await camps.makeCamp(db);
    await publishSpark([rung('first', 49000, { deadline: '2089-03-01T10:00:00+08:00' })]);
    expect(await camps.readRung(db, camp, '2089-03-01T01:59:59.999999Z')).toMatchObject({ rung_id: 'first' });
    expect(await camps.readRung(db, camp, '2089-03-01T02:00:00Z')).toMatchObject({ rung_id: 'listed' });
  });

  test('a hold releases its spot at its exact instant, and never blocks its own order', async () => {
    const camp = await camps.makeCamp(db);
    await publishSpark([rung('first', 49000, { places: 1 })]);
    const order = await camps.takeSpot(db, camp, { rung: 'first', heldSeconds: 600 });
    const [hold] = await db.sql<[{ ends: string; before: string }]>`
      select expires_at::text as ends, (expires_at - interval '1 microsecond')::text as before
      from public.holds where order_id = ${order}`;
    expect(await camps.readRung(db, camp, hold.before)).toMatchObject({ rung_id: 'listed' });
    expect(await camps.readRung(db, camp, hold.ends)).toMatchObject({ rung_id: 'first' });
    expect([await seatsTaken(camp, `'${hold.before}'`), await seatsTaken(camp, `'${hold.ends}'`)]).toEqual([
      1, 0,
    ]);
    expect(await seatsTaken(camp, 'clock_timestamp()', order)).toBe(0);
    const [own] = await db.sql`select * from private.camp_rung(${camp}, clock_timestamp(), ${order})`;
    expect(own).toMatchObject({ rung_id: 'first', places_left: 1 });
  });

  test('a newer publication applies at once; a tier that is not published has no price', async () => {
    const camp = await camps.makeCamp(db);
    await publishSpark([rung('first', 49000)]);
    await publishSpark([rung('first', 49000, { closed: true })], 60000);
    expect(await camps.readRung(db, camp)).toMatchObject({ rung_id: 'listed', price_cents: 60000 });
    await camps.publish(db, camps.tierOffer('epic'));
    expect(await camps.readRung(db, camp)).toBeNull();
  });
});

describe('ten parents compete for three early-bird spots', () => {
  let camp: string;
  beforeEach(async () => {
    camp = await camps.makeCamp(db);
    await publishSpark([rung('first', 49000, { places: 3 })]);
  });

  /** Sells a spot as the checkout does: it locks the camp, reads its price and takes a spot. */
  const buy = (lock: boolean, pause: () => Promise<unknown> = () => Promise.resolve()) =>
    db.sql.begin(async (sql) => {
      if (lock) await sql`select private.lock_camps(array[${camp}]::uuid[])`;
      const [now] = await sql<
        camps.CurrentRung[]
      >`select * from private.camp_rung(${camp}, clock_timestamp())`;
      await pause();
      await camps.holdSpot(sql, camp, { rung: now?.rung_id ?? null });
      return now?.rung_id;
    });
  const countSold = async () => {
    const [row] = await db.sql<[{ n: number }]>`
      select private.camp_lines_taken(${camp}, 'first', clock_timestamp(), null) as n`;
    return row.n;
  };

  test('three parents get the early-bird price, and the others pay the listed price', async () => {
    let outcomes: Promise<(string | undefined)[]> | undefined;
    await db.sql.begin(async (gate) => {
      await gate`select private.lock_camps(array[${camp}]::uuid[])`;
      outcomes = Promise.all(Array.from({ length: 10 }, () => buy(true)));
      await waitForLocked(db, 10);
    });
    expect((await outcomes)?.sort()).toEqual(
      Array.from({ length: 10 }, (_, n) => (n < 3 ? 'first' : 'listed')),
    );
    expect(await countSold()).toBe(3);
  });

  test('control: without the lock, too many early-bird spots are sold', async () => {
    let queries = 0;
    const everybodyAsked = async () => {
      queries++;
      await waitUntil('everybody asked', () => Promise.resolve(queries === 10));
    };
    await Promise.all(Array.from({ length: 10 }, () => buy(false, everybodyAsked)));
    expect(await countSold()).toBe(10);
  });
});

test('a line of a camp has a rung and no sessions, and a hold is for one item only', async () => {
  const camp = await camps.makeCamp(db);
  await camps.publish(db, camps.tierOffer('spark'));
  const order = await camps.takeSpot(db, camp, { heldSeconds: 60 });
  const session = await shop.makeSession(db);
  for (const broken of [
    `update public.order_lines set sessions = 3 where order_id = '${order}'`,
    `update public.order_lines set rung_id = null where order_id = '${order}'`,
    `update public.holds set session_id = '${session}' where order_id = '${order}'`,
  ]) {
    expect.soft(await sqlState(db.sql.unsafe(broken)), broken).toBe('23514');
  }
});

test('a child has one spot on a camp, and a line pays for one', async () => {
  const camp = await camps.makeCamp(db);
  const child = await camps.makeChild(db);
  const enrol = (status: string) => db.sql`
    insert into public.camp_enrollments (camp_id, child_id, family_id, status)
    values (${camp}, ${child.childId}, ${child.familyId}, ${status})`;
  await enrol('cancelled');
  await enrol('enrolled');
  expect(await sqlState(enrol('enrolled'))).toBe('23505');
});
