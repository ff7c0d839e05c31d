/** Families that move to a more expensive camp and pay the difference. */
import { expect } from 'vitest';
import * as afterSale from './sql-after-sale.ts';
import { countIn, createDatabase, type TestDatabase } from './database.ts';
import * as camps from './sql-camps.ts';
import * as shop from './sql-selling.ts';

export async function openUpgradeSale(): Promise<TestDatabase> {
  const database = await createDatabase();
  await camps.publish(
    database,
    camps.tierOffer('spark', { rungs: [camps.rung('first', 49000, { places: 1 })] }),
    camps.tierOffer('ignite', { rungs: [camps.rung('first', 69000, { places: 1 })] }),
    camps.tierOffer('epic', { rungs: [camps.rung('first', 99000)], min_age: 10 }),
  );
  await afterSale.sellWithRules(database);
  return database;
}

export const makeFutureCamp = (db: TestDatabase, more: object = {}) =>
  camps.makeCamp(db, { start: afterSale.dateIn(7 * (4 + countIn(db, 'upgrades'))), ...more });
export const sparkLine = (camp_id: string, transport?: string) => ({
  offer_id: 'tier-spark',
  camp_id,
  ...(transport && { transport }),
});
export const countSpots = async (db: TestDatabase, id: string) =>
  (await db.sql<[{ n: number }]>`select private.camp_seats_taken(${id}, clock_timestamp()) as n`)[0].n;
export const confirmAndGetResult = async (db: TestDatabase, payment: shop.Payment) =>
  (await shop.confirmPayment(db, payment)).result;

/** Makes a family on a spark camp, and a more expensive camp to move to. */
export async function bookUpgradableFamily(db: TestDatabase, more: { transport?: string } = {}) {
  const [from, to] = [await makeFutureCamp(db), await makeFutureCamp(db, { tier: 'ignite' })];
  const bought = await afterSale.buy(db, [sparkLine(from, more.transport)]);
  return { from, to, bought, line: bought.lines[0] ?? '' };
}
/** Holds the move and opens its payment page. */
export async function startUpgrade(db: TestDatabase) {
  const start = await bookUpgradableFamily(db);
  const order = await afterSale.holdUpgrade(db, start.bought, start.line, { camp_id: start.to });
  return { ...start, order, payment: await afterSale.openMovePayment(db, order) };
}
export async function payUpgrade(db: TestDatabase) {
  const start = await startUpgrade(db);
  expect(await confirmAndGetResult(db, start.payment)).toBe('confirmed');
  return { ...start, now: await afterSale.readBought(db, start.payment.order_id ?? '') };
}
