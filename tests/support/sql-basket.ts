/** Baskets in the shop of December 2089: two camps for two children, and a class for the first of them. */
import { expect } from 'vitest';
import type { TestDatabase } from './database.ts';
import * as afterSale from './sql-after-sale.ts';
import * as camps from './sql-camps.ts';
import * as orders from './sql-orders.ts';
import * as shop from './sql-selling.ts';

export interface Places {
  spark: string;
  ignite: string;
  session: string;
}

export const campLine = (tier: camps.Tier, camp_id: string, child: number) => ({
  offer_id: `tier-${tier}`,
  camp_id,
  child,
});
export const passLine = (session_id: string, child: number) => ({
  offer_id: 'pass-term',
  session_id,
  child,
});
export const two = [{}, {}];
export const siblings = orders.orderDetails([orders.childAged8('Kai Tan'), orders.childAged8('Lea Tan')]);

export async function openBasketShop(): Promise<TestDatabase> {
  const db = await orders.openShop(
    ...(['spark', 'ignite', 'epic'] as const).map((tier) => camps.tierOffer(tier)),
  );
  await afterSale.sellWithRules(db);
  await db.sql`
    insert into public.promotion_codes (code, percent, cents, tiers, uses_max) values
      ('TENTH', 10, null, null, 1), ('FIFTY', null, 5000, '{ignite}', 1)`;
  return db;
}

let blocks = 0;
/** Returns the number of a fortnight that no other test uses. */
export const nextBlock = (): number => blocks++;

export const dayOf = (block: number, day: number): string =>
  new Date(Date.UTC(2090, 1, 6 + 14 * block + day)).toISOString().slice(0, 10);

/** Makes Spark, in the week after it Ignite, and a session on an earlier day. */
export async function makePlaces(
  db: TestDatabase,
  more: { capacity?: number } = {},
  block = nextBlock(),
): Promise<Places> {
  return {
    spark: await camps.makeCamp(db, { start: dayOf(block, 0), base: 'bishan', ...more }),
    ignite: await camps.makeCamp(db, { tier: 'ignite', start: dayOf(block, 7), base: 'bishan', ...more }),
    session: await shop.makeSession(db, { capacity: more.capacity ?? 4, date: '2089-12-10' }),
  };
}

export const basketOf = ({ spark, ignite, session }: Places, more: object = {}) => ({
  lines: [
    campLine('spark', spark, 0),
    campLine('spark', spark, 1),
    campLine('ignite', ignite, 0),
    campLine('ignite', ignite, 1),
    passLine(session, 0),
  ],
  children: two,
  ...more,
});

export async function buyBasket(db: TestDatabase, places: Places, more: object = {}) {
  const order = await orders.hold(db, basketOf(places, more));
  const page = await shop.openPaymentPage(db, order, siblings);
  expect((await shop.confirmPayment(db, shop.paymentOf(page))).result).toBe('confirmed');
  return { order, bought: await afterSale.readBought(db, page.orderId) };
}
