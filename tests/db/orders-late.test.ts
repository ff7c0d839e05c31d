import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { rung, tierOffer } from '#support/sql-camps.ts';
import * as orders from '#support/sql-orders.ts';
import { detailsOf, childAged8, place } from '#support/sql-orders.ts';
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

const siblings = detailsOf([childAged8('Kai Tan'), childAged8('Lea Tan')]);
/** Makes an order of two early-bird spots, one of them with the sibling rebate, whose hold expires during payment. */
async function lateOrder(): Promise<shop.Checkout> {
  const paying = await shop.toPayment(
    db,
    await orders.hold(db, { lines: [place(camp), place(camp)] }),
    siblings,
  );
  expect(paying.order.lines.map((line) => [line.rung_id, line.rebate_cents])).toEqual([
    ['first', 0],
    ['first', 5000],
  ]);
  await shop.lapse(db, paying.order.secret);
  return paying;
}
const payLate = async (paying: shop.Checkout) => (await shop.confirm(db, shop.paymentOf(paying))).result;
const decisionsOf = async ({ orderId }: shop.Checkout) => {
  const rows = await db.sql<{ kind: string; status: string }[]>`
    select kind, status from public.payment_decisions where order_id = ${orderId}`;
  return [...rows];
};

describe('a payment for a camp after the hold', () => {
  test('the order gets its place again at the paid price while its rung has places', async () => {
    const paying = await lateOrder();
    // Other families take all spots except two.
    for (let n = 0; n < 2; n++) await camps.takePlace(db, camp, { rung: 'listed' });
    expect(await payLate(paying)).toBe('reseated');
    const enrolments = (await orders.enrolled(db, camp)).filter(({ name }) => name.endsWith('Tan'));
    expect(enrolments).toEqual([
      { name: 'Kai Tan', rung_id: 'first', rebate: false },
      { name: 'Lea Tan', rung_id: 'first', rebate: true },
    ]);
    expect(await decisionsOf(paying)).toEqual([]);
  });

  test('the order waits for a choice when the camp has places but its rung is sold out', async () => {
    const paying = await lateOrder();
    await orders.hold(db, { lines: [place(camp)] });
    expect(await orders.campTaken(db, camp)).toBe(1);
    expect(await payLate(paying)).toBe('needs_choice');
    expect(await orders.enrolled(db, camp)).toEqual([]);
    expect(await decisionsOf(paying)).toEqual([{ kind: 'paid_late', status: 'open' }]);
  });

  test('the order waits for a choice when the rung has places but the rebates are used up', async () => {
    const paying = await lateOrder();
    await camps.takePlace(db, camp, { rung: 'listed', rebate: true });
    expect(await payLate(paying)).toBe('needs_choice');
  });

  test('neither of two siblings gets a place when only one is left', async () => {
    const paying = await lateOrder();
    for (let n = 0; n < 3; n++) await camps.takePlace(db, camp, { rung: 'listed' });
    expect(await payLate(paying)).toBe('needs_choice');
    expect(await orders.campTaken(db, camp)).toBe(3);
  });

  test('the order gets its place even if its rung has no limit or was removed from the content', async () => {
    const paying = await lateOrder();
    await camps.publish(db, orders.tryOutOffer, tierOffer('spark', { rungs: [] }));
    expect(await payLate(paying)).toBe('reseated');
  });
});

test('when two late orders want the last places of a rung, one gets them and the other waits for a choice', async () => {
  await camps.publish(
    db,
    orders.tryOutOffer,
    tierOffer('spark', { rungs: [rung('first', 49000, { places: 2 })] }),
  );
  const paying = [];
  for (const name of ['Kai', 'Lea']) {
    const order = await orders.hold(db, { lines: [place(camp), place(camp)] });
    const children = detailsOf([childAged8(`${name} One`), childAged8(`${name} Two`)]);
    paying.push(await shop.toPayment(db, order, children));
    await shop.lapse(db, order.secret);
  }
  const results = await Promise.all(paying.map(payLate));
  expect(results.sort()).toEqual(['needs_choice', 'reseated']);
  expect(await orders.enrolled(db, camp)).toHaveLength(2);
});
