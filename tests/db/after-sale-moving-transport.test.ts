import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal as refusalOf } from '#support/sql.ts';

/** Tests what happens to a child's transport when its camp moves to a tier with another price for it, or without it. */
let db: TestDatabase;
const door = (price_cents: number) => ({ id: 'door-to-door', title: 'Door to door', price_cents });
const sparkWith = async (transport: object[]) => {
  await camps.publish(
    db,
    camps.tierOffer('spark', { transport }),
    camps.tierOffer('ignite', { transport: [door(9000)] }),
    camps.tierOffer('epic', { transport: [] }),
  );
  await afterSale.sellWithRules(db);
};
beforeAll(async () => {
  db = await createDatabase();
  await sparkWith([door(6000)]);
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

let week = 4;
const camp = (tier: camps.Tier) => camps.makeCamp(db, { tier, start: afterSale.dateIn(7 * week++) });
const buy = async (tier: camps.Tier, transport?: string) => {
  const camp_id = await camp(tier);
  const bought = await afterSale.buy(db, [
    { offer_id: `tier-${tier}`, camp_id, ...(transport && { transport }) },
  ]);
  return { bought, line: bought.lines[0] ?? '', total: bought.total };
};
const seats = async (id: string) =>
  (await db.sql<[{ n: number }]>`select private.camp_seats_taken(${id}, clock_timestamp()) as n`)[0].n;
const readPrice = async (id: string) => (await camps.readRung(db, id))?.price_cents ?? NaN;

test.each([
  [undefined, false],
  ['door-to-door', true],
])(
  'the family’s page and calendar show whether the child is collected at home: %s',
  async (transport, rides) => {
    const { bought } = await buy('spark', transport);
    const [row] = await db.sql<[{ page: object[]; feed: object[] }]>`
    select private.family_camps(o.family_id, '2000-01-01', '2100-01-01') as page,
      private.calendar_events(o.family_id, '2000-01-01', '2100-01-01') as feed
    from public.orders o where o.id = ${bought.orderId}`;
    expect(row).toMatchObject({ page: [{ rides }], feed: [{ rides }] });
  },
);

describe('a transport that the target camp does not offer', () => {
  test('a move and a paid move with the transport are refused, and nothing changes', async () => {
    const { bought, line } = await buy('spark', 'door-to-door');
    const epic = await camp('epic');
    const refusal = { code: 'transport_not_available', field: 'p_target.transport' };
    expect(await refusalOf(afterSale.moveLine(db, bought, line, { camp_id: epic }))).toMatchObject(refusal);
    expect(await refusalOf(afterSale.holdUpgrade(db, bought, line, { camp_id: epic }))).toMatchObject(
      refusal,
    );
    expect(await seats(epic)).toBe(0);
    expect((await afterSale.viewOrder(db, bought)).lines[0]).toMatchObject({
      status: 'placed',
      transport: { id: 'door-to-door' },
    });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('the parent can leave the transport out: its price is deducted from the difference', async () => {
    const { bought, line, total } = await buy('spark', 'door-to-door');
    const epic = await camp('epic');
    const order = await afterSale.holdUpgrade(db, bought, line, { camp_id: epic, transport: null });
    expect(order).toMatchObject({
      total_cents: (await readPrice(epic)) - total,
      lines: [{ transport: null, transport_cents: 0, transferred_cents: total }],
    });
    expect((await shop.confirmPayment(db, await afterSale.openMovePayment(db, order))).result).toBe(
      'confirmed',
    );
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a move within the tier is refused if the tier has dropped the transport, and succeeds without it', async () => {
    const { bought, line } = await buy('spark', 'door-to-door');
    await sparkWith([]);
    const to = await camp('spark');
    expect(await refusalOf(afterSale.moveLine(db, bought, line, { camp_id: to }))).toMatchObject({
      code: 'transport_not_available',
    });
    const answer = await afterSale.moveLine(db, bought, line, { camp_id: to, transport: null }, -6000);
    expect(answer.lines[0]).toMatchObject({ camp: { camp_id: to }, transport: null });
    expect(await afterSale.readRefunds(db, bought.orderId)).toEqual([
      { line, cents: 6000, reason: 'moved', status: 'requested' },
    ]);
    await sparkWith([door(6000)]);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });
});

describe('a transport with a different price in the other tier', () => {
  test('the transport’s price counts towards the difference to a more expensive camp', async () => {
    const { bought, line, total } = await buy('spark', 'door-to-door');
    const ignite = await camp('ignite');
    const difference = (await readPrice(ignite)) + 9000 - total;
    expect(await refusalOf(afterSale.moveLine(db, bought, line, { camp_id: ignite }))).toMatchObject({
      code: 'move_costs_more',
      detail: String(difference),
    });
    const order = await afterSale.holdUpgrade(db, bought, line, { camp_id: ignite });
    expect(order).toMatchObject({
      total_cents: difference,
      lines: [{ transport: { id: 'door-to-door' }, transport_cents: 9000 }],
    });
    expect((await shop.confirmPayment(db, await afterSale.openMovePayment(db, order))).result).toBe(
      'confirmed',
    );
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('the transport’s price counts towards the refund for a cheaper camp', async () => {
    const { bought, line, total } = await buy('ignite', 'door-to-door');
    const to = await camp('spark');
    const back = (await readPrice(to)) + 6000 - total;
    expect(back).toBeLessThan(0);
    expect(await refusalOf(afterSale.moveLine(db, bought, line, { camp_id: to }))).toMatchObject({
      code: 'refund_changed',
      detail: String(back),
    });
    const answer = await afterSale.moveLine(db, bought, line, { camp_id: to }, back);
    expect(answer.lines[0]).toMatchObject({ offer_id: 'tier-spark', transport: { id: 'door-to-door' } });
    // Moving back costs what the first move refunded.
    const ignite = await camp('ignite');
    expect(await refusalOf(afterSale.moveLine(db, bought, line, { camp_id: ignite }))).toMatchObject({
      code: 'move_costs_more',
      detail: String(-back),
    });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('within the tier, the transport keeps the price that was paid', async () => {
    const { bought, line } = await buy('spark', 'door-to-door');
    await sparkWith([door(7500)]);
    const answer = await afterSale.moveLine(db, bought, line, { camp_id: await camp('spark') });
    expect(answer.lines[0]).toMatchObject({ transport_cents: 6000 });
    await sparkWith([door(6000)]);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });
});
