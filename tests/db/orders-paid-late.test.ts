import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { rung, tierOffer } from '#support/sql-camps.ts';
import * as orders from '#support/sql-orders.ts';
import { orderDetails, childAged8, campLine } from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';

let db: TestDatabase;
let camp: string;
beforeAll(async () => {
  db = await orders.openShop(
    tierOffer('spark', {
      rungs: [rung('first', 49000, { places: 2 })],
      sibling_rebate: { cents: 5000, places: 1 },
    }),
  );
});
beforeEach(async () => {
  camp = await camps.makeCamp(db, { capacity: 4 });
});
afterAll(() => db.drop());

const siblings = orderDetails([childAged8('Kai Tan'), childAged8('Lea Tan')]);
/** Makes an order of two early-bird spots, one of them with the sibling rebate, whose hold expires during payment. */
async function lateOrder(): Promise<shop.Checkout> {
  const paying = await shop.openPaymentPage(
    db,
    await orders.hold(db, { lines: [campLine(camp), campLine(camp)] }),
    siblings,
  );
  expect(paying.order.lines.map((line) => [line.rung_id, line.rebate_cents])).toEqual([
    ['first', 0],
    ['first', 5000],
  ]);
  await shop.expireHolds(db, paying.order.secret);
  return paying;
}
const payLate = async (paying: shop.Checkout) =>
  (await shop.confirmPayment(db, shop.paymentOf(paying))).result;
const readDecisions = async ({ orderId }: shop.Checkout) => {
  const rows = await db.sql<{ kind: string; status: string }[]>`
    select kind, status from public.payment_decisions where order_id = ${orderId}`;
  return [...rows];
};

describe('a payment for a camp after the hold', () => {
  test('the order gets its spot again at the paid price while its rung has spots', async () => {
    const paying = await lateOrder();
    // Other families take all spots except two.
    for (let n = 0; n < 2; n++) await camps.takeSpot(db, camp, { rung: 'listed' });
    expect(await payLate(paying)).toBe('reseated');
    const enrolments = (await orders.readEnrolled(db, camp)).filter(({ name }) => name.endsWith('Tan'));
    expect(enrolments).toEqual([
      { name: 'Kai Tan', rung_id: 'first', rebate: false },
      { name: 'Lea Tan', rung_id: 'first', rebate: true },
    ]);
    expect(await readDecisions(paying)).toEqual([]);
  });

  test('the order waits for a choice when the camp has spots but its rung is sold out', async () => {
    const paying = await lateOrder();
    await orders.hold(db, { lines: [campLine(camp)] });
    expect(await orders.countCampSpots(db, camp)).toBe(1);
    expect(await payLate(paying)).toBe('needs_choice');
    expect(await orders.readEnrolled(db, camp)).toEqual([]);
    expect(await readDecisions(paying)).toEqual([{ kind: 'paid_late', status: 'open' }]);
  });

  test('the order waits for a choice when the rung has spots but the rebates are used up', async () => {
    const paying = await lateOrder();
    await camps.takeSpot(db, camp, { rung: 'listed', rebate: true });
    expect(await payLate(paying)).toBe('needs_choice');
  });

  test('neither of two siblings gets a spot when only one is left', async () => {
    const paying = await lateOrder();
    for (let n = 0; n < 3; n++) await camps.takeSpot(db, camp, { rung: 'listed' });
    expect(await payLate(paying)).toBe('needs_choice');
    expect(await orders.countCampSpots(db, camp)).toBe(3);
  });

  test('the order gets its spot even if its rung has no limit or was removed from the content', async () => {
    const paying = await lateOrder();
    await camps.publish(db, orders.tryOutOffer, tierOffer('spark', { rungs: [] }));
    expect(await payLate(paying)).toBe('reseated');
  });
});

test('when two late orders want the last spots of a rung, one gets them and the other waits for a choice', async () => {
  await camps.publish(
    db,
    orders.tryOutOffer,
    tierOffer('spark', { rungs: [rung('first', 49000, { places: 2 })] }),
  );
  const paying = [];
  for (const name of ['Kai', 'Lea']) {
    const order = await orders.hold(db, { lines: [campLine(camp), campLine(camp)] });
    const children = orderDetails([childAged8(`${name} One`), childAged8(`${name} Two`)]);
    paying.push(await shop.openPaymentPage(db, order, children));
    await shop.expireHolds(db, order.secret);
  }
  const results = await Promise.all(paying.map(payLate));
  expect(results.sort()).toEqual(['needs_choice', 'reseated']);
  expect(await orders.readEnrolled(db, camp)).toHaveLength(2);
});
