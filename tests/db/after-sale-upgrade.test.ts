import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FinalizedOrder } from '#server/orders.ts';
import { sessionParams } from '#server/session.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import { type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { makeUser, refusal, rpc, service, visitor } from '#support/sql.ts';
import {
  makeFutureCamp,
  bookUpgradableFamily,
  payUpgrade,
  startUpgrade,
  openUpgradeSale,
  confirmAndGetResult,
  countSpots,
  sparkLine,
} from '#support/sql-upgrades.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await openUpgradeSale()));
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

test('when the bank refuses the difference later, the mail links to the booking that stays', async () => {
  const { from, bought, payment } = await startUpgrade(db);
  await rpc(db, service, 'lapse_checkout', { p_session_id: payment.session_id, p_refused: true });
  const [mail] = await db.sql<{ payload: { manage_token: string; total_cents: number } }[]>`
    select payload from public.outbox where key = ${`payment_failed:${payment.order_id ?? ''}`}`;
  expect(mail?.payload.total_cents).toBe(20000);
  expect(
    await rpc(db, visitor, 'get_managed_order', { p_access: { token: mail?.payload.manage_token } }),
  ).toMatchObject({ order_id: bought.orderId, lines: [{ status: 'placed', camp: { camp_id: from } }] });
});

test('the Stripe session charges only the difference, and its item names the week', async () => {
  const { to, bought, line } = await bookUpgradableFamily(db);
  const order = await afterSale.holdUpgrade(db, bought, line, { camp_id: to });
  const settled = v.parse(FinalizedOrder, await shop.finalizeOrder(db, order, null));
  const [item, ...more] =
    sessionParams(settled, { success: 'https://otter.test/s', cancel: 'https://otter.test/c' }, new Date())
      .line_items ?? [];
  expect(more).toEqual([]);
  expect(item).toMatchObject({ quantity: 1, price_data: { unit_amount: order.total_cents } });
  expect(item?.price_data?.product_data?.description).toMatch(/ to \d+ \w+ 20\d\d, /);
});

describe('an upgrade', () => {
  test('an upgrade costs the quoted difference, and the new spot is held while the old one stays booked', async () => {
    const { from, to, bought, line } = await bookUpgradableFamily(db, { transport: 'door-to-door' });
    expect(await afterSale.quoteMove(db, bought, line, { camp_id: to })).toEqual({ difference_cents: 20000 });
    const refused = await refusal(afterSale.moveLine(db, bought, line, { camp_id: to }));
    expect(refused).toMatchObject({ code: 'move_costs_more', detail: '20000' });
    const order = await afterSale.holdUpgrade(db, bought, line, { camp_id: to });
    expect(order).toMatchObject({
      status: 'held',
      total_cents: 20000,
      price_changed: false,
      parent_name: 'Mei Tan',
      lines: [
        {
          offer_id: 'tier-ignite',
          price_cents: 69000,
          transport_cents: 6000,
          transferred_cents: 55000,
          total_cents: 20000,
          rung_id: 'first',
          child_name: 'Kai Tan',
          camp: { camp_id: to },
          moved_from: { camp_id: from },
        },
      ],
    });
    expect([await countSpots(db, from), await countSpots(db, to)]).toEqual([1, 1]);
    expect((await camps.readRung(db, to))?.rung_id).toBe('listed');
    expect(await rpc(db, visitor, 'get_order', { p_secret: order.secret })).toMatchObject({
      total_cents: 20000,
    });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a paid upgrade belongs to the family, and the old spot is released without a refund', async () => {
    const { from, to, bought, line, now, payment } = await payUpgrade(db);
    expect([await countSpots(db, from), await countSpots(db, to)]).toEqual([0, 1]);
    expect((await camps.readRung(db, from))?.rung_id).toBe('first');
    expect(now).toMatchObject({ familyId: bought.familyId, total: 20000 });
    expect(await afterSale.readRefunds(db, bought.orderId)).toEqual([]);
    expect(await afterSale.readMails(db, now.orderId)).toEqual(['booking_confirmed']);
    const old = await afterSale.viewOrder(db, bought);
    expect(old.lines[0]).toMatchObject({
      status: 'cancelled',
      moved_to: { camp_id: to },
      can: { cancel: null, move: null, place: false },
    });
    const [state] = await db.sql`
      select private.order_state(o, 55000, 0) from public.orders o where o.id = ${bought.orderId}`;
    expect(state?.['order_state']).toBe('moved');
    const [child] = await db.sql`
      select e.child_id = (select child_id from public.order_children where order_id = ${bought.orderId}) as same
      from public.camp_enrollments e where e.order_line_id = ${now.lines[0] ?? ''}`;
    expect(child?.['same']).toBe(true);
    expect(await shop.confirmPayment(db, payment)).toMatchObject({ result: 'already_confirmed' });
    expect(await afterSale.findFaults(db)).toEqual([]);
    const refund = { p_line_id: line, p_cents: 1, p_reason: 'goodwill' };
    expect(await refusal(rpc(db, service, 'refund_line', refund))).toMatchObject({
      code: 'refund_too_much',
      detail: '0',
    });
  });

  test('within the tier only a more expensive transport costs more, and the camp keeps the price that was paid', async () => {
    const [from, to] = [await makeFutureCamp(db), await makeFutureCamp(db)];
    await camps.takeSpot(db, to, { rung: 'first' });
    const bought = await afterSale.buy(db, [sparkLine(from)]);
    const target = { camp_id: to, transport: 'door-to-door' };
    const order = await afterSale.holdUpgrade(db, bought, bought.lines[0] ?? '', target);
    expect(order.lines[0]).toMatchObject({ price_cents: 49000, transferred_cents: 49000, rung_id: 'listed' });
    expect(order.total_cents).toBe(6000);
    expect(await confirmAndGetResult(db, await afterSale.openMovePayment(db, order))).toBe('confirmed');
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('the old spot is offered to the first family on its waitlist', async () => {
    const [from, to] = [
      await makeFutureCamp(db, { capacity: 1 }),
      await makeFutureCamp(db, { tier: 'ignite' }),
    ];
    const bought = await afterSale.buy(db, [sparkLine(from)]);
    const entry = await waitlists.joinWaitlist(db, { camp_id: from });
    const order = await afterSale.holdUpgrade(db, bought, bought.lines[0] ?? '', { camp_id: to });
    await shop.confirmPayment(db, await afterSale.openMovePayment(db, order));
    expect((await waitlists.viewEntry(db, entry)).status).toBe('offered');
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('an upgrade is refused if the camp cannot be booked or costs no more', async () => {
    const { from, to, bought, line } = await bookUpgradableFamily(db);
    const full = await makeFutureCamp(db, { tier: 'ignite', capacity: 1 });
    await camps.takeSpot(db, full);
    for (const [target, code, field] of [
      [{ camp_id: full }, 'camp_full', 'p_target.camp_id'],
      [{ camp_id: crypto.randomUUID() }, 'camp_not_found', 'p_target.camp_id'],
      [
        { camp_id: await makeFutureCamp(db, { tier: 'ignite', active: false }) },
        'camp_not_found',
        'p_target.camp_id',
      ],
      [{ camp_id: await makeFutureCamp(db, { tier: 'epic' }) }, 'age_not_allowed', 'p_target.child'],
      [{ camp_id: from, transport: 'shuttle' }, 'already_booked', 'p_target.child'],
      [{ camp_id: to, transport: 'balloon' }, 'transport_not_available', 'p_target.transport'],
      [{ camp_id: await makeFutureCamp(db) }, 'refund_changed', 'p_target'],
      [{ session_id: crypto.randomUUID() }, 'invalid_input', 'p_target.camp_id'],
      [{ camp_id: 7 }, 'invalid_input', 'p_target.camp_id'],
      ['x', 'invalid_input', 'p_target'],
    ] as const) {
      const call = afterSale.holdUpgrade(db, bought, line, target as object);
      expect(await refusal(call), code).toMatchObject({ code, field });
    }
    const young = afterSale.holdUpgrade(db, bought, line, {
      camp_id: await makeFutureCamp(db, { tier: 'epic' }),
    });
    expect(await refusal(young)).toMatchObject({ detail: '10-12' });
    expect(await countSpots(db, from)).toBe(1);
    await afterSale.stopBefore(db, from, 86399);
    expect(await refusal(afterSale.holdUpgrade(db, bought, line, { camp_id: to }))).toMatchObject({
      code: 'too_late',
    });
  });

  test('a pass cannot be upgraded', async () => {
    const bought = await afterSale.buy(db, [
      { offer_id: shop.term.id, session_id: await afterSale.makeSession(db, afterSale.dateIn(9)) },
    ]);
    const call = afterSale.holdUpgrade(db, bought, bought.lines[0] ?? '', {
      camp_id: await makeFutureCamp(db),
    });
    expect(await refusal(call)).toMatchObject({ code: 'line_closed', field: 'p_line_id' });
  });

  test('an upgrade is refused for another order’s line, without a link, with an expired link, and to another family', async () => {
    const [mine, other] = [await bookUpgradableFamily(db), await bookUpgradableFamily(db)];
    const target = { camp_id: mine.to };
    expect(await refusal(afterSale.holdUpgrade(db, mine.bought, other.line, target))).toMatchObject({
      code: 'line_not_found',
    });
    const guessed = afterSale.holdUpgrade(db, mine.bought, mine.line, target, { access: { token: 'guess' } });
    expect(await refusal(guessed)).toMatchObject({ code: 'link_not_found' });
    const byId = { access: { order_id: mine.bought.orderId } };
    expect(await refusal(afterSale.holdUpgrade(db, mine.bought, mine.line, target, byId))).toMatchObject({
      code: 'not_allowed',
    });
    const sub = await makeUser(db, 'stranger@example.test');
    const stranger = { role: 'authenticated', sub } as const;
    const asStranger = afterSale.holdUpgrade(db, mine.bought, mine.line, target, { ...byId, who: stranger });
    expect(await refusal(asStranger)).toMatchObject({ code: 'order_not_found' });
    await db.sql`update public.order_links set expires_at = clock_timestamp() where order_id = ${mine.bought.orderId}`;
    expect(await refusal(afterSale.holdUpgrade(db, mine.bought, mine.line, target))).toMatchObject({
      code: 'link_expired',
    });
    expect(await countSpots(db, mine.to)).toBe(0);
  });
});

describe('planned terms of the new tier that start while the upgrade is held', () => {
  const changeOffer = (details: object) => db.sql`
    update public.offers set details = details || ${JSON.stringify(details)}::text::jsonb where id = 'tier-ignite'`;
  const now = new Date(Date.now() - 1000).toISOString();
  const soon = { from: '2089-12-31T00:00:00Z', price_cents: 99_000 };
  afterEach(
    () => db.sql`
      update public.offers set details = details - '{sale_time,planned_prices}'::text[] where id = 'tier-ignite'`,
  );

  test.each([
    ['a higher price', { planned_prices: [{ ...soon, from: '' }] }],
    ['the end of its sale', { sale_time: { from: null, until: '' } }],
  ])('%s does not change the difference', async (_name, details) => {
    const [from, to] = [await makeFutureCamp(db), await makeFutureCamp(db, { tier: 'ignite' })];
    await camps.takeSpot(db, to, { rung: 'first' });
    const bought = await afterSale.buy(db, [sparkLine(from), sparkLine(from)]);
    const order = await afterSale.holdUpgrade(db, bought, bought.lines[1] ?? '', { camp_id: to });
    const moment = await db.sql<[{ at: string }]>`
      select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`;
    await changeOffer(JSON.parse(JSON.stringify(details).replace('""', `"${moment[0].at}"`)) as object);
    expect(await rpc(db, visitor, 'get_order', { p_secret: order.secret })).toMatchObject({
      total_cents: order.total_cents,
      lines: [{ offer_id: 'tier-ignite', price_cents: order.lines[0]?.price_cents }],
    });
    expect(await confirmAndGetResult(db, await afterSale.openMovePayment(db, order))).toBe('confirmed');
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('an upgrade that was not held gets the new terms', async () => {
    const { bought, line, to } = await bookUpgradableFamily(db);
    await camps.takeSpot(db, to, { rung: 'first' });
    await changeOffer({ planned_prices: [{ ...soon, from: now }] });
    expect((await afterSale.holdUpgrade(db, bought, line, { camp_id: to })).lines[0]?.price_cents).toBe(
      99_000,
    );
    await changeOffer({ sale_time: { from: null, until: now } });
    const other = await bookUpgradableFamily(db);
    const secondMove = afterSale.holdUpgrade(db, other.bought, other.line, { camp_id: other.to });
    expect(await refusal(secondMove)).toMatchObject({ code: 'offer_not_available' });
  });
});
