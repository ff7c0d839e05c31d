import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { rung, tierOffer } from '#support/sql-camps.ts';
import { callAs } from '#support/sql-details.ts';
import * as orders from '#support/sql-orders.ts';
import { orderDetails, childAged8, campLine } from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, service } from '#support/sql.ts';

let db: TestDatabase;
let camp: string;
beforeAll(async () => {
  db = await orders.openShop(
    tierOffer('spark', {
      rungs: [rung('first', 49000, { places: 1 }), rung('second', 54900, { places: 2 })],
      sibling_rebate: { cents: 5000, places: 2 },
    }),
  );
  await callAs(db, service, 'save_promotion_code', { code: 'OTTER', percent: 10 });
});
beforeEach(async () => {
  camp = await camps.makeCamp(db);
});
afterAll(() => db.drop());

const four = [childAged8('Kai Tan'), childAged8('Lea Tan'), childAged8('Noa Tan'), childAged8('Ida Tan')];

test('four siblings with transport and a code pay rung by rung, with rebates while there are spots, to the cent', async () => {
  const order = await orders.hold(db, {
    lines: four.map((_, child) =>
      campLine(camp, { child, ...(child === 0 && { transport: 'door-to-door' }) }),
    ),
    children: four.map(({ dob }) => ({ dob })),
    code: ' otter ',
  });
  expect(
    order.lines.map((l) => [l.rung_id, l.price_cents, l.rebate_cents, l.discount_cents, l.transport_cents]),
  ).toEqual([
    ['first', 49000, 0, 4900, 6000],
    ['second', 54900, 5000, 4990, 0],
    ['second', 54900, 5000, 4990, 0],
    ['listed', 59000, 0, 5900, 0],
  ]);
  expect(order).toMatchObject({ total_cents: 193020, code: 'OTTER', left_out: [] });

  const settled = await shop.finalizeOrder(db, order, orderDetails(four));
  expect(settled.total_cents).toBe(193020);
  expect(settled.lines.reduce((sum, line) => sum + line.price_cents, 0)).toBe(193020);
  expect(await orders.payOrder(db, order, orderDetails(four))).toBe('confirmed');
  expect(await orders.readEnrolled(db, camp)).toEqual([
    { name: 'Ida Tan', rung_id: 'listed', rebate: false },
    { name: 'Kai Tan', rung_id: 'first', rebate: false },
    { name: 'Lea Tan', rung_id: 'second', rebate: true },
    { name: 'Noa Tan', rung_id: 'second', rebate: true },
  ]);
  const [books] = await db.sql`
    select p.amount_cents, o.total_cents, sum(l.total_cents) as lines, array_agg(distinct l.status) as status
    from public.orders o join public.order_lines l on l.order_id = o.id join public.payments p on p.order_id = o.id
    where o.secret = ${order.secret} group by 1, 2`;
  expect(books).toEqual({ amount_cents: 193020, total_cents: 193020, lines: 193020, status: ['placed'] });
});

test('held spots count, so the next family pays the next rung and gets no rebate', async () => {
  await orders.hold(db, { lines: [campLine(camp), campLine(camp), campLine(camp)] });
  const order = await orders.hold(db, { lines: [campLine(camp), campLine(camp)] });
  expect(order.lines.map((l) => [l.rung_id, l.rebate_cents])).toEqual([
    ['listed', 0],
    ['listed', 0],
  ]);
});

test('transport is chosen by its name, and an unknown name is refused', async () => {
  const order = await orders.hold(db, { lines: [campLine(camp, { transport: 'shuttle' })] });
  expect(order.lines[0]?.transport).toEqual({ id: 'shuttle', title: 'Shuttle' });
  const unknown = orders.hold(db, { lines: [campLine(camp), campLine(camp, { transport: 'balloon' })] });
  expect(await refusal(unknown)).toMatchObject({
    code: 'transport_not_available',
    field: 'lines[1].transport',
  });
});

test('the age on the first day decides, at the hold and, with the typed date, at the payment', async () => {
  const early = orders.hold(db, { lines: [campLine(camp, { child: 0 })], children: [{ dob: '2084-05-01' }] });
  expect(await refusal(early)).toMatchObject({
    code: 'age_not_allowed',
    field: 'lines[0].child',
    detail: '7-12',
  });
  const order = await orders.hold(db, { lines: [campLine(camp), campLine(camp)] });
  const young = orderDetails([childAged8('Kai Tan'), childAged8('Lea Tan', { dob: '2084-05-01' })]);
  expect(await refusal(shop.finalizeOrder(db, order, young))).toMatchObject({
    code: 'age_not_allowed',
    field: 'lines[1].child',
  });
  await shop.finalizeOrder(db, order, orderDetails([childAged8('Kai Tan'), childAged8('Lea Tan')]));
});
