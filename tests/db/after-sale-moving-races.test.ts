/** Tests that parallel moves to the last spot move one child. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import { atOnce, waitForLocked } from '#support/sql.ts';

let db: TestDatabase;
async function openShop(): Promise<TestDatabase> {
  const database = await createDatabase();
  await camps.publish(
    database,
    camps.tierOffer('spark', { rungs: [camps.rung('first', 49000, { places: 1 })] }),
    camps.tierOffer('ignite', { min_age: 10 }),
    camps.tierOffer('epic', { rungs: [camps.rung('first', 48000)] }, { price_cents: 53000 }),
  );
  await afterSale.sellWithRules(database);
  return database;
}
beforeAll(async () => void (db = await openShop()));
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

const passLine = (session_id: string) => ({ offer_id: shop.term.id, session_id });

describe('the last spot', () => {
  /** Makes two bookings and moves both to the last seat of one session. */
  const moveTwice = async (database: TestDatabase) => {
    const last = await afterSale.makeSession(database, afterSale.dateIn(13), 1);
    const movers = [0, 1].map(async () => {
      const bought = await afterSale.buy(database, [
        passLine(await afterSale.makeSession(database, afterSale.dateIn(10))),
      ]);
      return () => afterSale.moveLine(database, bought, bought.lines[0] ?? '', { session_id: last });
    });
    return { last, calls: await Promise.all(movers) };
  };

  test('when two moves and a hold compete for the last spot, one of them gets it', async () => {
    for (let round = 0; round < 3; round++) {
      const { last, calls } = await moveTwice(db);
      const { won, lost } = await atOnce<unknown>(db, { table: 'sessions', id: last }, [
        ...calls,
        () => shop.hold(db, last),
      ]);
      expect([won.length, lost]).toEqual([1, ['session_full', 'session_full']]);
      expect(await shop.countSpotsTaken(db, last)).toBe(1);
    }
  });

  test('two bookings that swap spots cause no deadlock', async () => {
    const [a, b] = [
      await afterSale.makeSession(db, afterSale.dateIn(10)),
      await afterSale.makeSession(db, afterSale.dateIn(17)),
    ];
    const [one, two] = [await afterSale.buy(db, [passLine(a)]), await afterSale.buy(db, [passLine(b)])];
    await Promise.all([
      afterSale.moveLine(db, one, one.lines[0] ?? '', { session_id: b }),
      afterSale.moveLine(db, two, two.lines[0] ?? '', { session_id: a }),
    ]);
    expect([await shop.countSpotsTaken(db, a), await shop.countSpotsTaken(db, b)]).toEqual([1, 1]);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('control: without the lock on spots, both moves get the spot', async () => {
    const control = await openShop();
    const { last, calls } = await moveTwice(control);
    await control.sql.unsafe(`
      create or replace function private.lock_places(p_session_ids uuid[], p_camp_ids uuid[]) returns void
      language sql volatile set search_path = '' as 'select'`);
    const [row] = await control.sql<[{ body: string }]>`
      select pg_get_functiondef('private.check_target_place'::regproc) as body`;
    // Both calls have counted the seats before either of them writes.
    const gated = row.body.replace(
      /end;\n(?=\$function\$)/,
      'perform pg_advisory_xact_lock_shared(4711); end;\n',
    );
    expect(gated).not.toBe(row.body);
    await control.sql.unsafe(gated);
    let outcomes: Promise<unknown> | undefined;
    await control.sql.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(4711)`;
      outcomes = Promise.allSettled(calls.map((call) => call()));
      await waitForLocked(control, 2);
    });
    await outcomes;
    expect(await shop.countSpotsTaken(control, last)).toBe(2);
    await control.drop();
  });
});
