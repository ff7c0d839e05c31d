import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as orders from '#support/sql-orders.ts';
import { orderDetails, childAged8, campLine } from '#support/sql-orders.ts';
import { refusal } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await orders.openShop();
});
afterAll(() => db.drop());

const siblings = [childAged8('Kai Tan'), childAged8('Lea Tan'), childAged8('Noa Tan')];
const orderForThree = (camp: string, more: object = {}) => ({
  lines: siblings.map((_, child) => campLine(camp, { child })),
  children: siblings.map(({ dob }) => ({ dob })),
  ...more,
});

test.each([{}, { split: false }])(
  'when three siblings want two spots with %j, all or none are held',
  async (more) => {
    const camp = await camps.makeCamp(db, { capacity: 2 });
    expect(await refusal(orders.hold(db, orderForThree(camp, more)))).toMatchObject({
      code: 'camp_full',
      field: 'lines[2].camp_id',
    });
    expect(await orders.countCampSpots(db, camp)).toBe(0);
  },
);

test('if the parent allows it, the children who fit are held and the others named, and two are paid and enrolled', async () => {
  const camp = await camps.makeCamp(db, { capacity: 2 });
  const order = await orders.hold(db, orderForThree(camp, { split: true }));
  expect(order.left_out).toEqual([2]);
  expect(order.lines.map((line) => line.child)).toEqual([0, 1]);
  expect(order.total_cents).toBe(49000 + 44000);
  expect(await orders.countCampSpots(db, camp)).toBe(2);
  // A child without a booking has no details but keeps its position in the list.
  expect(await orders.payOrder(db, order, orderDetails([...siblings.slice(0, 2), {}]))).toBe('confirmed');
  expect((await orders.readEnrolled(db, camp)).map(({ name }) => name)).toEqual(['Kai Tan', 'Lea Tan']);
});

test('the price counts only the children who fit, and the second of them gets the rebate', async () => {
  const [full, free] = [await camps.makeCamp(db, { capacity: 1 }), await camps.makeCamp(db)];
  await orders.hold(db, { lines: [campLine(full)] });
  const order = await orders.hold(db, {
    lines: [campLine(full), campLine(free), campLine(free)],
    split: true,
  });
  expect(order.left_out).toEqual([0]);
  expect(order.lines.map((line) => [line.camp?.camp_id, line.rebate_cents])).toEqual([
    [free, 0],
    [free, 5000],
  ]);
});

test('if none of the children fits, the order is refused as it is without splitting', async () => {
  const camp = await camps.makeCamp(db, { capacity: 1 });
  await orders.hold(db, { lines: [campLine(camp)] });
  expect(await refusal(orders.hold(db, orderForThree(camp, { split: true })))).toMatchObject({
    code: 'camp_full',
    field: 'lines[0].camp_id',
  });
});

test('splitting helps only when a camp is full, and with no other refusal', async () => {
  const camp = await camps.makeCamp(db, { capacity: 2 });
  const tooYoung = orderForThree(camp, { split: true, children: [{}, { dob: '2088-01-01' }, {}] });
  expect(await refusal(orders.hold(db, tooYoung))).toMatchObject({ code: 'age_not_allowed' });
  expect(await orders.countCampSpots(db, camp)).toBe(0);
});

test('when six families of two want five spots, two whole families get them', async () => {
  const camp = await camps.makeCamp(db, { capacity: 5 });
  const answers = await Promise.allSettled(
    Array.from({ length: 6 }, () => orders.hold(db, { lines: [campLine(camp), campLine(camp)] })),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await orders.countCampSpots(db, camp)).toBe(4);
});
