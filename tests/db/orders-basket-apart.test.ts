/** Tests what happens to the other parts of an order if one part can't be had. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as basket from '#support/sql-basket.ts';
import {
  basketOf,
  buyBasket,
  campLine,
  dayOf,
  makePlaces,
  nextBlock,
  siblings,
} from '#support/sql-basket.ts';
import * as camps from '#support/sql-camps.ts';
import * as orders from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { atOnce, cancelSessions, refusal, rpc, service, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await basket.openBasketShop();
});
afterAll(() => db.drop());

const namesIn = async (camp: string) => (await orders.readEnrolled(db, camp)).map(({ name }) => name);
const statuses = (order: { lines: readonly { status: string }[] }) => order.lines.map(({ status }) => status);
const openPage = async (places: basket.Places) =>
  shop.openPaymentPage(db, await orders.hold(db, basketOf(places)), siblings);
const choose = (bought: afterSale.BoughtOrder, p_choice: object) =>
  afterSale.manage(db, bought, 'choose_late', { p_choice });
const sumRefunds = async ({ orderId }: afterSale.BoughtOrder) =>
  (await afterSale.readRefunds(db, orderId)).reduce((sum, { cents }) => sum + cents, 0);
const waitFor = (camp_id: string) =>
  waitlists.joinAs(db, visitor, {
    ...waitlists.joinRequest({ camp_id }),
    children: [orders.childAged8('Uma Rahman')],
  });
const both = ['Kai Tan', 'Lea Tan'];

describe('a payment in time for an order of which we cancelled one part', () => {
  test('the other parts are booked, and only the cancelled one waits for a choice', async () => {
    const places = await makePlaces(db, { capacity: 2 });
    const page = await openPage(places);
    const entry = await waitFor(places.spark);
    await cancelSessions(db, places.ignite);
    const payment = shop.paymentOf(page);
    const results = [await shop.confirmPayment(db, payment), await shop.confirmPayment(db, payment)];
    expect(results.map(({ result }) => result)).toEqual(['needs_choice', 'needs_choice']);
    expect(await namesIn(places.spark)).toEqual(both);
    expect(await namesIn(places.ignite)).toEqual([]);
    expect(await shop.countSpotsTaken(db, places.session)).toBe(1);
    expect((await waitlists.viewEntry(db, entry)).status).toBe('waiting');
    const bought = await afterSale.readBought(db, page.orderId);
    const order = await afterSale.viewOrder(db, bought);
    expect(statuses(order)).toEqual(['placed', 'placed', 'needs_choice', 'needs_choice', 'placed']);
    expect(await afterSale.findFaults(db)).toEqual([]);

    // The family has only the link of this mail. With it, it still tells us about a child that is booked.
    const access = await afterSale.readLink(db, bought.orderId);
    await rpc(db, visitor, 'save_order_child', {
      p_access: access,
      p_child: 0,
      p_details: { allergies: 'Peanuts' },
    });
    const [kai] = await db.sql`
      select h.allergies from public.children c join public.child_health h on h.child_id = c.id
      join public.camp_enrollments e on e.child_id = c.id
      where e.camp_id = ${places.spark} and e.status = 'enrolled' and c.name = 'Kai Tan'`;
    expect(kai).toEqual({ allergies: 'Peanuts' });
    // It may cancel a booked part, too: only the amount is refused here.
    const cancelling = afterSale.cancelLines(db, bought, [order.lines[4]?.line_id ?? ''], 1);
    expect(await refusal(cancelling)).toMatchObject({ code: 'refund_changed' });

    const after = await choose(bought, { kind: 'refund' });
    expect(statuses(after)).toEqual(['placed', 'placed', 'cancelled', 'cancelled', 'placed']);
    expect(after).toMatchObject({ outcome: 'enrolled', must_choose: false });
    const share = order.lines.slice(2, 4).reduce((sum, { total_cents }) => sum + total_cents, 0);
    expect(await sumRefunds(bought)).toBe(share);
    expect(await namesIn(places.spark)).toEqual(both);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('the order of the cancellation and the payment makes no difference to the other parts', async () => {
    for (const isCancelledFirst of [true, false]) {
      const places = await makePlaces(db, { capacity: 2 });
      const page = await openPage(places);
      const cancel = () => cancelSessions(db, places.ignite);
      const pay = () => shop.confirmPayment(db, shop.paymentOf(page));
      const { lost } = await atOnce<unknown>(
        db,
        { table: 'camp_weeks', id: places.ignite },
        isCancelledFirst ? [cancel, pay] : [pay, cancel],
      );
      expect(lost).toEqual([]);
      expect(await namesIn(places.spark)).toEqual(both);
      expect(await shop.countSpotsTaken(db, places.session)).toBe(1);
      const [order] = await db.sql`select status, outcome from public.orders where id = ${page.orderId}`;
      expect(order).toEqual(
        isCancelledFirst
          ? { status: 'paid_late', outcome: 'needs_choice' }
          : { status: 'paid', outcome: null },
      );
    }
  });

  test('control: if every part is cancelled, nothing is booked and every line waits', async () => {
    const places = await makePlaces(db, { capacity: 2 });
    const page = await openPage(places);
    for (const place of [places.spark, places.ignite, places.session]) await cancelSessions(db, place);
    expect((await shop.confirmPayment(db, shop.paymentOf(page))).result).toBe('needs_choice');
    const order = await orders.viewOrder(db, page.order);
    expect(statuses(order)).toEqual(Array(5).fill('needs_choice'));
  });
});

describe('a late payment for an order of which one part is taken', () => {
  const payLate = async () => {
    const places = await makePlaces(db, { capacity: 2 });
    const page = await openPage(places);
    await shop.expireHolds(db, page.order.secret);
    await camps.takeSpot(db, places.ignite, { rung: 'first' });
    expect((await shop.confirmPayment(db, shop.paymentOf(page))).result).toBe('needs_choice');
    const bought = await afterSale.readBought(db, page.orderId);
    const [one = '', two = '', three = '', four = '', five = ''] = bought.lines;
    const stay = (lines: string[], place: object) => ({
      kind: 'move',
      lines: lines.map((line_id) => ({ line_id, ...place })),
    });
    return { places, bought, spark: [one, two], ignite: [three, four], pass: [five], stay };
  };

  test('a free part is kept where it is, and the taken one is refunded alone', async () => {
    const { places, bought, spark, ignite, pass, stay } = await payLate();
    const kept = await choose(bought, stay(spark, { camp_id: places.spark }));
    expect(statuses(kept)).toEqual(['placed', 'placed', ...Array<string>(3).fill('needs_choice')]);
    expect(await namesIn(places.spark)).toEqual(both);
    expect(await refusal(choose(bought, stay(ignite, { camp_id: places.ignite })))).toMatchObject({
      code: 'camp_full',
    });
    expect(await afterSale.findFaults(db)).toEqual([]);
    const share = kept.lines.slice(2, 4).reduce((sum, { total_cents }) => sum + total_cents, 0);
    await choose(bought, { kind: 'refund', lines: ignite.map((line_id) => ({ line_id })) });
    expect(await sumRefunds(bought)).toBe(share);
    const last = await choose(bought, stay(pass, { session_id: places.session }));
    expect(statuses(last)).toEqual(['placed', 'placed', 'cancelled', 'cancelled', 'placed']);
    expect(last).toMatchObject({ must_choose: false, outcome: 'enrolled' });
    expect(await sumRefunds(bought)).toBe(share);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('siblings of one camp stay together', async () => {
    const { places, bought, spark, stay } = await payLate();
    expect(await refusal(choose(bought, stay(spark.slice(0, 1), { camp_id: places.spark })))).toMatchObject({
      code: 'invalid_input',
      field: 'p_choice.lines',
    });
    expect(await namesIn(places.spark)).toEqual([]);
  });

  test('keeping and refunding one part at once: either the places or the money', async () => {
    const { places, bought, spark, stay } = await payLate();
    const access = await afterSale.readLink(db, bought.orderId);
    const call = (p_choice: object) => () =>
      afterSale.manage(db, bought, 'choose_late', { p_choice }, { access });
    const { won, lost } = await atOnce(db, { table: 'orders', id: bought.orderId }, [
      call({ kind: 'refund', lines: spark.map((line_id) => ({ line_id })) }),
      call(stay(spark, { camp_id: places.spark })),
    ]);
    expect([won.length, lost]).toEqual([1, ['choice_made']]);
    expect(await namesIn(places.spark)).toEqual([]);
    expect(await sumRefunds(bought)).toBeGreaterThan(0);
  });

  test('a part can’t be moved to the time of a part that was kept', async () => {
    const { places, bought, spark, ignite, stay } = await payLate();
    await choose(bought, stay(spark, { camp_id: places.spark }));
    const [week] = await db.sql<[{ day: string }]>`
      select start_date::text as day from public.camp_weeks where id = ${places.spark}`;
    const same = await camps.makeCamp(db, { tier: 'ignite', start: week.day });
    expect(await refusal(choose(bought, stay(ignite, { camp_id: same })))).toMatchObject({
      code: 'times_overlap',
      field: 'p_choice.lines[0].camp_id',
    });
    expect(await namesIn(same)).toEqual([]);
  });
});

test('a booked part can’t be moved by the parent to the time of another part of the same child', async () => {
  const block = nextBlock();
  const { bought } = await buyBasket(db, await makePlaces(db, {}, block));
  const [, , ignite = ''] = bought.lines;
  const same = await camps.makeCamp(db, { tier: 'ignite', start: dayOf(block, 0) });
  expect(await refusal(afterSale.moveLine(db, bought, ignite, { camp_id: same }))).toMatchObject({
    code: 'times_overlap',
    field: 'p_target.camp_id',
  });
  const after = await camps.makeCamp(db, { tier: 'ignite', start: dayOf(block, 3) });
  await afterSale.moveLine(db, bought, ignite, { camp_id: after });
  expect(await namesIn(after)).toEqual(['Kai Tan']);
});

describe('a change after a visit to the payment page', () => {
  const keep = (secret: string) =>
    rpc<{ released: boolean }>(db, service, 'keep_order', { p_secret: secret });
  const openedAt = async (secret: string) => {
    const [row] = await db.sql<[{ at: Date; status: string }]>`
      select opened_at as at, status from public.orders where secret = ${secret}`;
    return row;
  };
  const openWaited = async () => {
    const places = await makePlaces(db, { capacity: 2 });
    const page = await openPage(places);
    const entry = await waitFor(places.spark);
    return { places, page, entry };
  };
  const without = (places: basket.Places, previous_secret: string) => ({
    ...basketOf(places, { previous_secret }),
    lines: basketOf(places).lines.slice(0, 4),
  });

  test('the other parts stay held without a gap, although a family waits for them', async () => {
    const { places, page, entry } = await openWaited();
    const before = await openedAt(page.order.secret);
    await rpc(db, service, 'supersede_sessions', { p_secret: page.order.secret });
    // The report of the closed page may come before the order is put back.
    await rpc(db, service, 'lapse_checkout', { p_session_id: page.sessionId });
    expect(await keep(page.order.secret)).toEqual({ released: true });
    expect(await orders.countCampSpots(db, places.spark)).toBe(2);
    const changed = await orders.hold(db, without(places, page.order.secret));
    expect(await openedAt(changed.secret)).toEqual({ ...before, status: 'held' });
    expect(await openedAt(page.order.secret)).toMatchObject({ status: 'released' });
    expect(await orders.countCampSpots(db, places.spark)).toBe(2);
    expect(await shop.countSpotsTaken(db, places.session)).toBe(0);
    expect((await waitlists.viewEntry(db, entry)).status).toBe('waiting');
  });

  test('a refused change leaves everything held', async () => {
    const { places, page, entry } = await openWaited();
    await keep(page.order.secret);
    const full = await camps.makeCamp(db, { start: dayOf(nextBlock(), 0), capacity: 1 });
    await camps.takeSpot(db, full);
    const more = basketOf(places, { previous_secret: page.order.secret });
    expect(
      await refusal(orders.hold(db, { ...more, lines: [...more.lines, campLine('spark', full, 0)] })),
    ).toMatchObject({ code: 'camp_full' });
    expect(await openedAt(page.order.secret)).toMatchObject({ status: 'held' });
    expect(await orders.countCampSpots(db, places.spark)).toBe(2);
    expect((await waitlists.viewEntry(db, entry)).status).toBe('waiting');
  });

  test('a payment that arrives after all is booked, and then nothing is put back', async () => {
    const { places, page } = await openWaited();
    expect(await keep(page.order.secret)).toEqual({ released: true });
    expect((await shop.confirmPayment(db, shop.paymentOf(page))).result).toBe('confirmed');
    expect(await namesIn(places.spark)).toEqual(both);
    expect(await keep(page.order.secret)).toEqual({ released: false });
  });

  test('a payment for an order that was replaced neither takes the money alone nor the places twice', async () => {
    const { places, page } = await openWaited();
    await keep(page.order.secret);
    await orders.hold(db, without(places, page.order.secret));
    expect((await shop.confirmPayment(db, shop.paymentOf(page))).result).toBe('needs_choice');
    expect(await orders.countCampSpots(db, places.spark)).toBe(2);
    expect(await namesIn(places.spark)).toEqual([]);
  });

  test('control: without keeping, the places go to the family that waits', async () => {
    const { page, entry } = await openWaited();
    await waitlists.releaseOrder(db, page.order);
    expect((await waitlists.viewEntry(db, entry)).status).toBe('offered');
  });

  test('only the service may do this', async () => {
    const { page } = await openWaited();
    const call = (name: string) => rpc(db, visitor, name, { p_secret: page.order.secret });
    for (const name of ['keep_order', 'supersede_sessions'])
      await expect(call(name)).rejects.toThrow('permission denied');
  });
});

describe('what can’t be held together', () => {
  test('an offer of the waitlist is accepted alone', async () => {
    const places = await makePlaces(db, { capacity: 2 });
    const { order } = await openPage(places);
    const entry = await waitFor(places.spark);
    await waitlists.releaseOrder(db, order);
    const accept = (...lines: object[]) =>
      orders.hold(db, { lines, children: [{}, {}], waitlist_secret: entry.secret });
    for (const other of [campLine('ignite', places.ignite, 0), { offer_id: 'pass-term', child: 0 }])
      expect(await refusal(accept(campLine('spark', places.spark, 0), other))).toMatchObject({
        code: 'invalid_input',
        field: 'lines',
      });
    expect((await waitlists.viewEntry(db, entry)).status).toBe('offered');
    expect((await accept(campLine('spark', places.spark.toUpperCase(), 0))).lines).toHaveLength(1);
  });
});
