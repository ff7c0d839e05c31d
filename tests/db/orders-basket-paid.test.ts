import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as basket from '#support/sql-basket.ts';
import { basketOf, buyBasket, dayOf, makePlaces, nextBlock, siblings } from '#support/sql-basket.ts';
import * as camps from '#support/sql-camps.ts';
import * as orders from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await basket.openBasketShop();
});
afterAll(() => db.drop());

describe('a late payment', () => {
  const payLate = async (isTaken: boolean) => {
    const places = await makePlaces(db, { capacity: 2 });
    const page = await shop.openPaymentPage(db, await orders.hold(db, basketOf(places)), siblings);
    await shop.expireHolds(db, page.order.secret);
    if (isTaken) await camps.takeSpot(db, places.ignite, { rung: 'first' });
    const payment = shop.paymentOf(page);
    const results = [await shop.confirmPayment(db, payment), await shop.confirmPayment(db, payment)];
    return { places, page, results: results.map(({ result }) => result) };
  };
  const enrolled = async ({ spark, ignite }: basket.Places) => [
    (await orders.readEnrolled(db, spark)).length,
    (await orders.readEnrolled(db, ignite)).length,
  ];

  test('gets every part if all are free, once', async () => {
    const { places, page, results } = await payLate(false);
    expect(results).toEqual(['reseated', 'already_confirmed']);
    expect(await enrolled(places)).toEqual([2, 2]);
    expect(await afterSale.readRefunds(db, page.orderId)).toEqual([]);
  });

  test('gets no part if one is taken, and all the money goes back when the family says so', async () => {
    const { places, page, results } = await payLate(true);
    expect(results).toEqual(['needs_choice', 'needs_choice']);
    expect(await enrolled(places)).toEqual([0, 1]);
    const bought = await afterSale.readBought(db, page.orderId);
    await afterSale.manage(db, bought, 'choose_late', { p_choice: { kind: 'refund' } });
    const refunds = await afterSale.readRefunds(db, page.orderId);
    expect(refunds.reduce((sum, { cents }) => sum + cents, 0)).toBe(page.order.total_cents);
    expect(await enrolled(places)).toEqual([0, 1]);
  });
});

describe('each part by itself after the sale', () => {
  test('one part is cancelled with its share of the payment, and only once', async () => {
    const { order, bought } = await buyBasket(db, await makePlaces(db), { code: 'tenth' });
    const [, spark = '', , ignite = ''] = bought.lines;
    const share = order.lines[3]?.total_cents ?? 0;
    expect(share).toBe(69000 - 5000 - 6400);
    const after = await afterSale.cancelLines(db, bought, [ignite], share);
    expect(after.lines.map(({ status }) => status)).toEqual([
      'placed',
      'placed',
      'placed',
      'cancelled',
      'placed',
    ]);
    expect(await refusal(afterSale.cancelLines(db, bought, [ignite], share))).toMatchObject({ status: 409 });
    await afterSale.cancelLines(db, bought, [spark], 49000 - 5000 - 4400);
    const refunds = await afterSale.readRefunds(db, bought.orderId);
    expect(refunds.map(({ line, cents }) => [line, cents])).toEqual([
      [ignite, share],
      [spark, 39600],
    ]);
    const [uses] = await db.sql`
      select count(*)::integer as n from public.promotion_uses where order_id = ${bought.orderId}`;
    expect(uses).toEqual({ n: 1 });
    expect(await refusal(orders.hold(db, basketOf(await makePlaces(db), { code: 'tenth' })))).toMatchObject({
      code: 'code_used_up',
    });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('one part moves to another week, and the others stay', async () => {
    const places = await makePlaces(db);
    const { bought } = await buyBasket(db, places);
    const later = await camps.makeCamp(db, { tier: 'ignite', start: dayOf(nextBlock(), 0) });
    const [, , ignite = ''] = bought.lines;
    const target = { camp_id: later };
    const quote = await afterSale.quoteMove(db, bought, ignite, target);
    await afterSale.moveLine(db, bought, ignite, target, quote.difference_cents);
    expect((await orders.readEnrolled(db, later)).map(({ name }) => name)).toEqual(['Kai Tan']);
    expect((await orders.readEnrolled(db, places.ignite)).map(({ name }) => name)).toEqual(['Lea Tan']);
    expect((await orders.readEnrolled(db, places.spark)).map(({ name }) => name)).toEqual([
      'Kai Tan',
      'Lea Tan',
    ]);
  });

  test('one mail confirms all, with each child, camp and day', async () => {
    const block = nextBlock();
    const { bought } = await buyBasket(db, await makePlaces(db, {}, block));
    expect(await afterSale.readMails(db, bought.orderId)).toEqual(['booking_confirmed']);
    const [mail] = await db.sql<[{ lines: { child_name: string; title: string; start: string | null }[] }]>`
      select (select jsonb_agg(jsonb_build_object('child_name', l -> 'child_name', 'title', l -> 'title',
        'start', coalesce(l #> '{camp,start_date}', l #> '{session,session_date}'))) from jsonb_array_elements(payload -> 'lines') l) as lines
      from public.outbox where payload ->> 'number' = (select number from public.orders where id = ${bought.orderId})`;
    expect(mail.lines.map(({ child_name, start }) => [child_name, start])).toEqual([
      ['Kai', dayOf(block, 0)],
      ['Lea', dayOf(block, 0)],
      ['Kai', dayOf(block, 7)],
      ['Lea', dayOf(block, 7)],
      ['Kai', '2089-12-10'],
    ]);
  });

  test('the conversion of an advertisement names everything that was bought, once', async () => {
    const page = await shop.openPaymentPage(
      db,
      await orders.hold(db, basketOf(await makePlaces(db))),
      siblings,
    );
    await db.sql`
      insert into public.conversions (event_id, event_name, order_id, user_data)
      values ('basket', 'Purchase', ${page.orderId}, '{}')`;
    await shop.confirmPayment(db, shop.paymentOf(page));
    const [row] = await db.sql<[{ data: { value: number; content_name: string }; titles: string[] }]>`
      select custom_data as data, (select array_agg(title order by position) from public.order_lines
        where order_id = ${page.orderId}) as titles from public.conversions where event_id = 'basket'`;
    const [spark, , ignite, , pass] = row.titles;
    expect(row.data).toMatchObject({
      value: page.order.total_cents / 100,
      content_name: [spark, ignite, pass].join(', '),
    });
  });
});
