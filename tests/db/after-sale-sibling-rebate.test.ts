import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { countIn, createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';

/** Tests that siblings lose their rebate when one of them moves to another camp. */
let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(
    db,
    camps.tierOffer('spark', { rungs: [] }, { price_cents: 59000 }),
    camps.tierOffer('ignite', { rungs: [] }, { price_cents: 79000 }),
  );
  await afterSale.sellWithRules(db, [{ hours_before: 24, percent: 100 }]);
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

const camp = (tier: camps.Tier) =>
  camps.makeCamp(db, { tier, start: afterSale.dateIn(7 * (4 + countIn(db, 'rebate'))) });
const buyForSiblings = async () => {
  const camp_id = await camp('ignite');
  const line = { offer_id: 'tier-ignite', camp_id };
  const bought = await afterSale.buy(db, [line, line]);
  const [first = '', second = ''] = bought.lines;
  expect(bought.total).toBe(79000 + 74000);
  return { bought, first, second };
};
const lineBalances = async (bought: afterSale.BoughtOrder) =>
  (await afterSale.viewOrder(db, bought)).lines.map(({ balance_cents }) => balance_cents);

test('a child with the rebate who moves alone to a cheaper camp pays the full price there', async () => {
  const { bought, second } = await buyForSiblings();
  const target = { camp_id: await camp('spark') };
  expect(await afterSale.quoteMove(db, bought, second, target)).toEqual({
    difference_cents: -15000,
    rebate_lost_cents: 5000,
  });
  await afterSale.moveLine(db, bought, second, target, -15000);
  expect(await lineBalances(bought)).toEqual([79000, 59000]);
  expect(await afterSale.findFaults(db)).toEqual([]);
});

test('a child with the rebate who moves alone to another week of the tier pays the rebate', async () => {
  const { bought, second } = await buyForSiblings();
  const target = { camp_id: await camp('ignite') };
  expect(await afterSale.quoteMove(db, bought, second, target)).toEqual({
    difference_cents: 5000,
    rebate_lost_cents: 5000,
  });
  const order = await afterSale.holdUpgrade(db, bought, second, target);
  expect(order).toMatchObject({ total_cents: 5000, lines: [{ rebate_cents: 0 }] });
  const payment = await afterSale.openMovePayment(db, order);
  expect(await shop.confirmPayment(db, payment)).toMatchObject({ result: 'confirmed' });
  expect(await lineBalances(await afterSale.readBought(db, payment.order_id ?? ''))).toEqual([79000]);
  expect(await afterSale.findFaults(db)).toEqual([]);
});

test('the rebate stays the same if both siblings move and the one without the rebate moves first', async () => {
  const { bought, first, second } = await buyForSiblings();
  const target = { camp_id: await camp('ignite') };
  await afterSale.moveLine(db, bought, first, target);
  expect(await afterSale.quoteMove(db, bought, second, target)).toEqual({ difference_cents: 0 });
  await afterSale.moveLine(db, bought, second, target);
  expect(await lineBalances(bought)).toEqual([79000, 74000]);
  // The children are siblings on one camp again, so cancelling one of them takes back the rebate.
  expect((await afterSale.viewOrder(db, bought)).lines[0]?.can.cancel).toEqual({
    refund_cents: 74000,
    clawback_cents: 5000,
  });
  expect(await afterSale.findFaults(db)).toEqual([]);
});

test('when the child without the rebate moves away, the sibling loses it, and regains it by moving to the same camp', async () => {
  const { bought, first, second } = await buyForSiblings();
  const target = { camp_id: await camp('spark') };
  expect(await afterSale.quoteMove(db, bought, first, target)).toEqual({
    difference_cents: -15000,
    clawback_cents: 5000,
  });
  await afterSale.moveLine(db, bought, first, target, -15000);
  expect(await lineBalances(bought)).toEqual([59000, 79000]);
  await afterSale.moveLine(db, bought, second, target, -25000);
  expect(await lineBalances(bought)).toEqual([59000, 54000]);
  expect(await afterSale.findFaults(db)).toEqual([]);
});

test('a child keeps the rebate while the sibling still waits for a choice of week', async () => {
  const camp_id = await camps.makeCamp(db, { tier: 'ignite', capacity: 2, start: afterSale.dateIn(200) });
  const line = { offer_id: 'tier-ignite', camp_id };
  const other = { offer_id: 'tier-spark', camp_id: await camp('spark') };
  const bought = await afterSale.buy(db, [line, line, other], {
    isLate: true,
    beforePayment: () => db.sql`update public.camp_weeks set capacity = 1 where id = ${camp_id}`,
  });
  await afterSale.manage(db, bought, 'choose_late', { p_choice: { kind: 'credit' } });
  await db.sql`update public.camp_weeks set capacity = 2 where id = ${camp_id}`;
  const { lines } = await afterSale.viewOrder(db, bought);
  const second = lines.find(({ rebate_cents }) => rebate_cents > 0);
  await afterSale.manage(db, bought, 'place_credit_line', { p_line_id: second?.line_id, p_camp_id: camp_id });
  const third = (await afterSale.viewOrder(db, bought)).lines[2];
  await afterSale.cancelLines(db, bought, [third?.line_id ?? ''], third?.can.cancel?.refund_cents ?? 0);
  expect(await afterSale.findFaults(db)).toEqual([]);
});
