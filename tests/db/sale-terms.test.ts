import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderView } from '#contract/orders.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import { countIn, createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import { rpc, visitor } from '#support/sql.ts';

/** Tests that a sale keeps its terms: neither a paid move nor a new version of the offer changes them. */
let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(
    db,
    camps.tierOffer('spark', { rungs: [] }, { price_cents: 59000 }),
    camps.tierOffer('ignite', { rungs: [] }, { price_cents: 79000 }),
    camps.tierOffer('epic', { rungs: [] }, { price_cents: 129000 }),
  );
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

const fullRefund = [{ hours_before: 24, percent: 100 }];
const noRefund: object[] = [];
const camp = (tier: camps.Tier) =>
  camps.makeCamp(db, { tier, start: afterSale.dateIn(7 * (4 + countIn(db, 'terms'))) });
const change = (id: string, details: object, cancellation = 'New words.') => db.sql`
  update public.offers set details = details || ${db.sql.json(details as { a: number })}, cancellation = ${cancellation}
  where id = ${id}`;
const readView = async (bought: afterSale.BoughtOrder) => {
  const [line] = (await afterSale.viewOrder(db, bought)).lines;
  if (!line) throw new Error('no line');
  return line;
};
async function upgrade(bought: afterSale.BoughtOrder, target: object): Promise<afterSale.BoughtOrder> {
  const payment = await afterSale.openMovePayment(
    db,
    await afterSale.holdUpgrade(db, bought, bought.lines[0] ?? '', target),
  );
  expect(await shop.confirmPayment(db, payment)).toMatchObject({ result: 'confirmed' });
  return afterSale.readBought(db, payment.order_id ?? '');
}
const readTerms = async (bought: afterSale.BoughtOrder) => {
  const [row] = await db.sql<[{ id: string }]>`
    select terms_id as id from public.order_lines where id = ${bought.lines[0] ?? ''}`;
  return row.id;
};

describe('the terms after a paid upgrade', () => {
  test('the parent’s refund rules stay when stricter ones were published and transport is added in another week', async () => {
    await afterSale.sellWithRules(db, fullRefund);
    await change('tier-spark', {}, 'All of it until a day before.');
    const bought = await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: await camp('spark') }]);
    await afterSale.sellWithRules(db, noRefund);
    await change('tier-spark', {}, 'Never.');
    const now = await upgrade(bought, { camp_id: await camp('spark'), transport: 'door-to-door' });
    expect(await readView(now)).toMatchObject({
      cancellation: 'All of it until a day before.',
      can: { cancel: { refund_cents: 65000 } },
    });
    expect(await readTerms(now)).toBe(await readTerms(bought));
    await afterSale.cancelLines(db, now, now.lines, 65000);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('the refund rules of the sale stay when more generous ones were published and a more expensive tier is taken', async () => {
    await afterSale.sellWithRules(db, noRefund);
    const bought = await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: await camp('spark') }]);
    await afterSale.sellWithRules(db, fullRefund);
    const now = await upgrade(bought, { camp_id: await camp('epic') });
    expect(await readView(now)).toMatchObject({
      balance_cents: 129000,
      can: { cancel: { refund_cents: 0 } },
    });
    await afterSale.cancelLines(db, now, now.lines, 0);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('the ages of the sale apply within the tier, and today’s ages in another tier', async () => {
    await afterSale.sellWithRules(db, fullRefund);
    const bought = await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: await camp('spark') }]);
    await change('tier-spark', { min_age: 10, max_age: 12 });
    await change('tier-ignite', { min_age: 10, max_age: 12 });
    const [line = ''] = bought.lines;
    const other = await camp('spark');
    expect(await afterSale.quoteMove(db, bought, line, { camp_id: other })).toEqual({ difference_cents: 0 });
    const ignite = await camp('ignite');
    await expect(afterSale.quoteMove(db, bought, line, { camp_id: ignite })).rejects.toMatchObject({
      message: 'age_not_allowed',
    });
    const now = await upgrade(bought, { camp_id: other, transport: 'door-to-door' });
    expect(await readView(now)).toMatchObject({ status: 'placed' });
    await change('tier-spark', { min_age: 7, max_age: 12 });
    await change('tier-ignite', { min_age: 7, max_age: 12 });
  });
});

test('the terms shown at the hold are those of the sale, whatever is published in between', async () => {
  await afterSale.sellWithRules(db, fullRefund);
  const camp_id = await camp('spark');
  const order = await rpc<OrderView>(db, visitor, 'hold_order', {
    p_order: { lines: [{ offer_id: 'tier-spark', camp_id, child: 0 }], children: [{}] },
  });
  expect(order.refund_steps?.[0]?.refund_cents).toBe(59000);
  await afterSale.sellWithRules(db, noRefund);
  const { orderId, ...checkout } = await shop.openPaymentPage(db, order, {
    ...shop.details,
    children: [{ name: 'Kai Tan', dob: afterSale.birthDate }],
  });
  await shop.confirmPayment(db, shop.paymentOf({ orderId, ...checkout }));
  expect((await readView(await afterSale.readBought(db, orderId))).can.cancel).toEqual({
    refund_cents: 59000,
  });
});

describe('the terms of a pass', () => {
  const buyTerm = async () => {
    const home = await passes.makeHome(db, afterSale.birthDate);
    const pass = await passes.makePass(db, home);
    return { home, pass, session: await shop.makeSession(db, { capacity: 4 }) };
  };

  test('a pass keeps the ages of its sale when the content changes them', async () => {
    const { home, pass, session } = await buyTerm();
    await change(shop.term.id, { min_age: 10, max_age: 12 });
    expect(await passes.bookSession(db, home, session)).toMatchObject({ pass_id: pass, credits_left: 3 });
    const bookable = await rpc<{ children: { sessions: unknown[] }[] }>(
      db,
      home.who,
      'list_bookable_sessions',
    );
    expect(bookable.children[0]?.sessions.length).toBeGreaterThan(0);
    await change(shop.term.id, { min_age: null, max_age: null });
  });

  test('a pass cannot be used outside the ages of its sale, even when the content no longer has any', async () => {
    await change(shop.term.id, { min_age: 10, max_age: 12 });
    const { home, session } = await buyTerm();
    await change(shop.term.id, { min_age: null, max_age: null });
    await expect(passes.bookSession(db, home, session)).rejects.toMatchObject({
      message: 'age_not_allowed',
      detail: '10-12',
    });
  });

  test('a pass is moved to another class by the ages of its sale', async () => {
    await afterSale.sellWithRules(db, fullRefund);
    const session_id = await afterSale.makeSession(db, afterSale.dateIn(9));
    const bought = await afterSale.buy(db, [{ offer_id: shop.term.id, session_id }]);
    await change(shop.term.id, { min_age: 10, max_age: 12 });
    const target = await afterSale.makeSession(db, afterSale.dateIn(10));
    await afterSale.moveLine(db, bought, bought.lines[0] ?? '', { session_id: target });
    expect((await readView(bought)).session?.session_id).toBe(target);
    await change(shop.term.id, { min_age: null, max_age: null });
  });

  test('a pass keeps its make-ups, and has the terms of its line', async () => {
    await change(shop.term.id, { make_ups: 2 });
    const bought = await afterSale.buy(db, [{ offer_id: shop.term.id }]);
    await change(shop.term.id, { make_ups: 0 });
    const [row] = await db.sql`
      select private.make_ups_left(p) as left, p.terms_id = l.terms_id as same
      from public.passes p join public.order_lines l on l.id = p.order_line_id where l.id = ${bought.lines[0] ?? ''}`;
    expect(row).toEqual({ left: 2, same: true });
  });
});

describe('the row of terms', () => {
  test('the row is written once for equal terms, and never changes', async () => {
    await change('tier-epic', { min_age: 8 }, 'Once.');
    const [first] = await db.sql<
      [{ id: string }]
    >`select terms_id as id from public.offers where id = 'tier-epic'`;
    await change('tier-epic', { min_age: 9 }, 'Twice.');
    await change('tier-epic', { min_age: 8 }, 'Once.');
    const [again] = await db.sql<
      [{ id: string }]
    >`select terms_id as id from public.offers where id = 'tier-epic'`;
    expect(again).toEqual(first);
    await expect(db.sql`update public.sale_terms set make_ups = 9 where id = ${first.id}`).rejects.toThrow(
      'append-only',
    );
    await expect(db.sql`delete from public.sale_terms where id = ${first.id}`).rejects.toThrow('append-only');
  });

  test('the row is the same for the line and its pass, and the reconciliation reports a difference', async () => {
    const bought = await afterSale.buy(db, [{ offer_id: shop.term.id }]);
    const [line = ''] = bought.lines;
    const [other] = await db.sql<
      [{ id: string }]
    >`select terms_id as id from public.offers where id = 'tier-epic'`;
    await expect(
      db.sql`update public.order_lines set terms_id = ${other.id} where id = ${line}`,
    ).rejects.toThrow('what was sold keeps its terms');
    await expect(
      db.sql`update public.passes set terms_id = ${other.id} where order_line_id = ${line}`,
    ).rejects.toThrow('what was sold keeps its terms');
    await db.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`update public.passes set terms_id = ${other.id} where order_line_id = ${line}`;
    });
    expect(await afterSale.findFaults(db)).toEqual([`terms_of_another_sale ${line}`]);
  });
});
