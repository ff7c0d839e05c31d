import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { type TestDatabase } from '#support/database.ts';
import * as shop from '#support/sql-selling.ts';
import { atOnce, cancelSessions, refusal, rpc, service, visitor } from '#support/sql.ts';
import {
  makeFutureCamp,
  bookUpgradableFamily,
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

describe('before the upgrade is paid', () => {
  test('a second request for the same target returns the same order, and another target releases the first', async () => {
    const { to, bought, line } = await bookUpgradableFamily(db);
    const first = await afterSale.holdUpgrade(db, bought, line, { camp_id: to });
    expect((await afterSale.holdUpgrade(db, bought, line, { camp_id: to })).secret).toBe(first.secret);
    const other = await makeFutureCamp(db, { tier: 'ignite' });
    const second = await afterSale.holdUpgrade(db, bought, line, { camp_id: other });
    expect(second.secret).not.toBe(first.secret);
    expect([await countSpots(db, to), await countSpots(db, other)]).toEqual([0, 1]);
  });

  test('parallel requests from two tabs make one order', async () => {
    const { to, bought, line } = await bookUpgradableFamily(db);
    const { won } = await atOnce(db, { table: 'orders', id: bought.orderId }, [
      () => afterSale.holdUpgrade(db, bought, line, { camp_id: to }),
      () => afterSale.holdUpgrade(db, bought, line, { camp_id: to }),
    ]);
    expect(new Set(won.map(({ secret }) => secret)).size).toBe(1);
    expect(await countSpots(db, to)).toBe(1);
  });

  test('when two families want the last spot, one gets it', async () => {
    const last = await makeFutureCamp(db, { tier: 'ignite', capacity: 1 });
    const [one, two] = [await bookUpgradableFamily(db), await bookUpgradableFamily(db)];
    const { won, lost } = await atOnce(
      db,
      { table: 'camp_weeks', id: last },
      [one, two].map(
        ({ bought, line }) =>
          () =>
            afterSale.holdUpgrade(db, bought, line, { camp_id: last }),
      ),
    );
    expect([won.length, lost]).toEqual([1, ['camp_full']]);
    expect(await countSpots(db, last)).toBe(1);
  });

  test('an expired hold leaves the booking as it was', async () => {
    const { from, to, order, bought } = await startUpgrade(db);
    await shop.expireHolds(db, order.secret);
    await rpc(db, service, 'release_lapsed_holds', {});
    expect([await countSpots(db, from), await countSpots(db, to)]).toEqual([1, 0]);
    expect((await afterSale.viewOrder(db, bought)).lines[0]?.can.move).not.toBeNull();
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('the parent may send the details again, and only an upgrade may leave them out', async () => {
    const { bought, line, to } = await bookUpgradableFamily(db);
    const order = await afterSale.holdUpgrade(db, bought, line, { camp_id: to });
    const typed = { ...shop.details, children: [{ allergies: 'nuts' }] };
    expect(await shop.finalizeOrder(db, order, typed)).toMatchObject({ total_cents: 20000 });
    const plain = await shop.hold(db, await afterSale.makeSession(db, afterSale.dateIn(12)));
    expect(await refusal(shop.finalizeOrder(db, plain, null))).toMatchObject({
      code: 'invalid_input',
      field: 'details',
    });
  });

  test('an upgrade to a tier that became more expensive is refused with the new price', async () => {
    const control = await openUpgradeSale();
    const [from, to] = [await makeFutureCamp(control), await makeFutureCamp(control, { tier: 'ignite' })];
    const bought = await afterSale.buy(control, [sparkLine(from)]);
    const order = await afterSale.holdUpgrade(control, bought, bought.lines[0] ?? '', { camp_id: to });
    await control.sql`update public.offers set details = details || '{"rungs": []}' where id = 'tier-ignite'`;
    expect(await refusal(shop.finalizeOrder(control, order, null))).toMatchObject({
      code: 'price_changed',
      detail: '40000',
    });
    await control.drop();
  });

  test('a spot that was cancelled in the meantime cannot be transferred', async () => {
    const { order, bought } = await startUpgrade(db);
    await afterSale.cancelLines(db, bought, bought.lines, 49000);
    expect(await refusal(shop.finalizeOrder(db, order, null))).toMatchObject({
      code: 'line_closed',
      field: 'lines[0]',
    });
  });
});

describe('while the upgrade is being paid', () => {
  /** Expects that the payment is refunded in full and that the family gets a mail. */
  async function expectPaidBack({ payment, to, order }: Awaited<ReturnType<typeof startUpgrade>>) {
    expect(await confirmAndGetResult(db, payment)).toBe('needs_choice');
    expect(await afterSale.readRefunds(db, payment.order_id ?? '')).toEqual([
      { line: null, cents: 20000, reason: 'paid_late', status: 'requested' },
    ]);
    expect(await afterSale.readMails(db, payment.order_id ?? '')).toEqual(['order_cancelled']);
    const view = await rpc(db, visitor, 'get_order', { p_secret: order.secret });
    expect(view).toMatchObject({ status: 'paid_late', outcome: null, lines: [{ status: 'cancelled' }] });
    expect(await shop.confirmPayment(db, payment)).toMatchObject({ result: 'needs_choice' });
    expect(await countSpots(db, to)).toBe(0);
    expect(await afterSale.findFaults(db)).toEqual([]);
  }

  test('if the old spot is cancelled, the payment is refunded', async () => {
    const start = await startUpgrade(db);
    await afterSale.cancelLines(db, start.bought, start.bought.lines, 49000);
    await expectPaidBack(start);
    expect(await afterSale.readRefunds(db, start.bought.orderId)).toMatchObject([{ cents: 49000 }]);
  });

  test('if staff cancel the old camp and refund it, the payment is refunded', async () => {
    const start = await startUpgrade(db);
    await cancelSessions(db, start.from, 'flood');
    await rpc(db, service, 'resolve_cancelled_by_us', {
      p_line_id: start.line,
      p_choice: { kind: 'refund' },
    });
    await expectPaidBack(start);
  });

  test('if staff cancel the old camp without a refund, the upgrade is confirmed', async () => {
    const { from, payment } = await startUpgrade(db);
    await cancelSessions(db, from, 'flood');
    expect(await confirmAndGetResult(db, payment)).toBe('confirmed');
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('if staff cancel the new camp, the payment is refunded', async () => {
    const start = await startUpgrade(db);
    await cancelSessions(db, start.to, 'flood');
    await expectPaidBack(start);
    expect(await countSpots(db, start.from)).toBe(1);
  });

  test('if the old camp begins, the payment is refunded', async () => {
    const start = await startUpgrade(db);
    await afterSale.stopBefore(db, start.from, 0);
    await expectPaidBack(start);
  });

  test('if the payment comes late and the spot is free, the child is moved', async () => {
    const { order, payment, from, to } = await startUpgrade(db);
    await shop.expireHolds(db, order.secret);
    await rpc(db, service, 'release_lapsed_holds', {});
    expect(await confirmAndGetResult(db, payment)).toBe('reseated');
    expect([await countSpots(db, from), await countSpots(db, to)]).toEqual([0, 1]);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('if the payment comes late and the spot is occupied, it is refunded, and the old spot stays', async () => {
    const from = await makeFutureCamp(db);
    const to = await makeFutureCamp(db, { tier: 'ignite', capacity: 1 });
    const bought = await afterSale.buy(db, [sparkLine(from)]);
    const order = await afterSale.holdUpgrade(db, bought, bought.lines[0] ?? '', { camp_id: to });
    const payment = await afterSale.openMovePayment(db, order);
    await shop.expireHolds(db, order.secret);
    const taken = await afterSale.buy(db, [{ offer_id: 'tier-ignite', camp_id: to }]);
    expect(await confirmAndGetResult(db, payment)).toBe('needs_choice');
    expect([await countSpots(db, from), await countSpots(db, to)]).toEqual([1, 1]);
    expect((await afterSale.viewOrder(db, taken)).lines[0]?.status).toBe('placed');
    expect((await afterSale.viewOrder(db, bought)).lines[0]?.can.cancel).toEqual({ refund_cents: 49000 });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('if two upgrades of one spot are paid, the first counts and the second is refunded', async () => {
    const { bought, line, to, payment } = await startUpgrade(db);
    const other = await makeFutureCamp(db, { tier: 'ignite' });
    const second = await afterSale.openMovePayment(
      db,
      await afterSale.holdUpgrade(db, bought, line, { camp_id: other }),
    );
    const { won } = await atOnce(db, { table: 'orders', id: bought.orderId }, [
      () => shop.confirmPayment(db, payment),
      () => shop.confirmPayment(db, second),
    ]);
    expect(won.map(({ result }) => result).toSorted()).toEqual(['confirmed', 'needs_choice']);
    expect((await countSpots(db, to)) + (await countSpots(db, other))).toBe(1);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('if a spot is cancelled and its upgrade paid at the same moment, one of the two happens, and no cent is lost', async () => {
    for (let round = 0; round < 3; round++) {
      const { bought, payment, from } = await startUpgrade(db);
      await atOnce<unknown>(db, { table: 'camp_weeks', id: from }, [
        () => afterSale.cancelLines(db, bought, bought.lines, 49000),
        () => shop.confirmPayment(db, payment),
      ]);
      expect(await countSpots(db, from)).toBe(0);
      expect(await afterSale.findFaults(db)).toEqual([]);
    }
  });

  test('control: without the check of the transferred spot, both upgrades count', async () => {
    const control = await openUpgradeSale();
    await control.sql.unsafe(`
      create or replace function private.can_transfer_balance(p_order_id uuid) returns boolean
      language sql set search_path = '' as 'select true'`);
    const tos = [
      await makeFutureCamp(control, { tier: 'ignite' }),
      await makeFutureCamp(control, { tier: 'ignite' }),
    ];
    const bought = await afterSale.buy(control, [sparkLine(await makeFutureCamp(control))]);
    const [line = ''] = bought.lines;
    for (const camp_id of tos) {
      const order = await afterSale.holdUpgrade(control, bought, line, { camp_id });
      await shop.confirmPayment(control, await afterSale.openMovePayment(control, order));
      // This imitates two moves that were both held before either was paid.
      await control.sql`
        update public.order_lines set status = 'placed', moved_to_line_id = null where id = ${line}`;
    }
    expect((await afterSale.findFaults(control)).join()).toContain('place_transferred_twice');
    await control.drop();
  });
});
