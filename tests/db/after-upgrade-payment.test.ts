import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as after from '#support/sql-after.ts';
import { type TestDatabase } from '#support/database.ts';
import * as shop from '#support/sql-selling.ts';
import * as x from '#support/sql.ts';
import {
  camp,
  family,
  startUpgrade,
  openUpgradeSale,
  resultOf,
  seats,
  spark,
} from '#support/sql-upgrades.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await openUpgradeSale()));
beforeEach(() => after.startCalendar(db));
afterAll(() => db.drop());

describe('before the upgrade is paid', () => {
  test('a second request for the same target returns the same order, and another target releases the first', async () => {
    const { to, bought, line } = await family(db);
    const first = await after.holdUpgrade(db, bought, line, { camp_id: to });
    expect((await after.holdUpgrade(db, bought, line, { camp_id: to })).secret).toBe(first.secret);
    const other = await camp(db, { tier: 'ignite' });
    const second = await after.holdUpgrade(db, bought, line, { camp_id: other });
    expect(second.secret).not.toBe(first.secret);
    expect([await seats(db, to), await seats(db, other)]).toEqual([0, 1]);
  });

  test('parallel requests from two tabs make one order', async () => {
    const { to, bought, line } = await family(db);
    const { won } = await x.atOnce(db, { table: 'orders', id: bought.orderId }, [
      () => after.holdUpgrade(db, bought, line, { camp_id: to }),
      () => after.holdUpgrade(db, bought, line, { camp_id: to }),
    ]);
    expect(new Set(won.map(({ secret }) => secret)).size).toBe(1);
    expect(await seats(db, to)).toBe(1);
  });

  test('when two families want the last place, one gets it', async () => {
    const last = await camp(db, { tier: 'ignite', capacity: 1 });
    const [one, two] = [await family(db), await family(db)];
    const { won, lost } = await x.atOnce(
      db,
      { table: 'camp_weeks', id: last },
      [one, two].map(
        ({ bought, line }) =>
          () =>
            after.holdUpgrade(db, bought, line, { camp_id: last }),
      ),
    );
    expect([won.length, lost]).toEqual([1, ['camp_full']]);
    expect(await seats(db, last)).toBe(1);
  });

  test('an expired hold leaves the booking as it was', async () => {
    const { from, to, order, bought } = await startUpgrade(db);
    await shop.lapse(db, order.secret);
    await x.rpc(db, x.service, 'release_lapsed_holds', {});
    expect([await seats(db, from), await seats(db, to)]).toEqual([1, 0]);
    expect((await after.view(db, bought)).lines[0]?.can.move).not.toBeNull();
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('the parent may send the details again, and only an upgrade may leave them out', async () => {
    const { bought, line, to } = await family(db);
    const order = await after.holdUpgrade(db, bought, line, { camp_id: to });
    const typed = { ...shop.details, children: [{ allergies: 'nuts' }] };
    expect(await shop.settle(db, order, typed)).toMatchObject({ total_cents: 20000 });
    const plain = await shop.hold(db, await after.session(db, after.dateIn(12)));
    expect(await x.refusal(shop.settle(db, plain, null))).toMatchObject({
      code: 'invalid_input',
      field: 'details',
    });
  });

  test('an upgrade to a tier that became more expensive is refused with the new price', async () => {
    const control = await openUpgradeSale();
    const [from, to] = [await camp(control), await camp(control, { tier: 'ignite' })];
    const bought = await after.buy(control, [spark(from)]);
    const order = await after.holdUpgrade(control, bought, bought.lines[0] ?? '', { camp_id: to });
    await control.sql`update public.offers set details = details || '{"rungs": []}' where id = 'tier-ignite'`;
    expect(await x.refusal(shop.settle(control, order, null))).toMatchObject({
      code: 'price_changed',
      detail: '40000',
    });
    await control.drop();
  });

  test('a place that was cancelled in the meantime cannot be transferred', async () => {
    const { order, bought } = await startUpgrade(db);
    await after.cancel(db, bought, bought.lines, 49000);
    expect(await x.refusal(shop.settle(db, order, null))).toMatchObject({
      code: 'line_closed',
      field: 'lines[0]',
    });
  });
});

describe('while the upgrade is being paid', () => {
  /** Expects that the payment is refunded in full and that the family gets a mail. */
  async function paidBack({ payment, to, order }: Awaited<ReturnType<typeof startUpgrade>>) {
    expect(await resultOf(db, payment)).toBe('needs_choice');
    expect(await after.refundsOf(db, payment.order_id ?? '')).toEqual([
      { line: null, cents: 20000, reason: 'paid_late', status: 'requested' },
    ]);
    expect(await after.mailsOf(db, payment.order_id ?? '')).toEqual(['order_cancelled']);
    const view = await x.rpc(db, x.visitor, 'get_order', { p_secret: order.secret });
    expect(view).toMatchObject({ status: 'paid_late', outcome: null, lines: [{ status: 'cancelled' }] });
    expect(await shop.confirm(db, payment)).toMatchObject({ result: 'needs_choice' });
    expect(await seats(db, to)).toBe(0);
    expect(await after.findFaults(db)).toEqual([]);
  }

  test('if the old place is cancelled, the payment is refunded', async () => {
    const start = await startUpgrade(db);
    await after.cancel(db, start.bought, start.bought.lines, 49000);
    await paidBack(start);
    expect(await after.refundsOf(db, start.bought.orderId)).toMatchObject([{ cents: 49000 }]);
  });

  test('if staff cancel the old camp and refund it, the payment is refunded', async () => {
    const start = await startUpgrade(db);
    await x.cancelSessions(db, start.from, 'flood');
    await x.rpc(db, x.service, 'resolve_cancelled_by_us', {
      p_line_id: start.line,
      p_choice: { kind: 'refund' },
    });
    await paidBack(start);
  });

  test('if staff cancel the old camp without a refund, the upgrade is confirmed', async () => {
    const { from, payment } = await startUpgrade(db);
    await x.cancelSessions(db, from, 'flood');
    expect(await resultOf(db, payment)).toBe('confirmed');
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('if staff cancel the new camp, the payment is refunded', async () => {
    const start = await startUpgrade(db);
    await x.cancelSessions(db, start.to, 'flood');
    await paidBack(start);
    expect(await seats(db, start.from)).toBe(1);
  });

  test('if the old camp begins, the payment is refunded', async () => {
    const start = await startUpgrade(db);
    await after.stopBefore(db, start.from, 0);
    await paidBack(start);
  });

  test('if the payment comes late and the place is free, the child is moved', async () => {
    const { order, payment, from, to } = await startUpgrade(db);
    await shop.lapse(db, order.secret);
    await x.rpc(db, x.service, 'release_lapsed_holds', {});
    expect(await resultOf(db, payment)).toBe('reseated');
    expect([await seats(db, from), await seats(db, to)]).toEqual([0, 1]);
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('if the payment comes late and the place is occupied, it is refunded, and the old place stays', async () => {
    const from = await camp(db);
    const to = await camp(db, { tier: 'ignite', capacity: 1 });
    const bought = await after.buy(db, [spark(from)]);
    const order = await after.holdUpgrade(db, bought, bought.lines[0] ?? '', { camp_id: to });
    const payment = await after.goToPayMove(db, order);
    await shop.lapse(db, order.secret);
    const taken = await after.buy(db, [{ offer_id: 'tier-ignite', camp_id: to }]);
    expect(await resultOf(db, payment)).toBe('needs_choice');
    expect([await seats(db, from), await seats(db, to)]).toEqual([1, 1]);
    expect((await after.view(db, taken)).lines[0]?.status).toBe('placed');
    expect((await after.view(db, bought)).lines[0]?.can.cancel).toEqual({ refund_cents: 49000 });
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('if two upgrades of one place are paid, the first counts and the second is refunded', async () => {
    const { bought, line, to, payment } = await startUpgrade(db);
    const other = await camp(db, { tier: 'ignite' });
    const second = await after.goToPayMove(db, await after.holdUpgrade(db, bought, line, { camp_id: other }));
    const { won } = await x.atOnce(db, { table: 'orders', id: bought.orderId }, [
      () => shop.confirm(db, payment),
      () => shop.confirm(db, second),
    ]);
    expect(won.map(({ result }) => result).toSorted()).toEqual(['confirmed', 'needs_choice']);
    expect((await seats(db, to)) + (await seats(db, other))).toBe(1);
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('if a place is cancelled and its upgrade paid at the same moment, one of the two happens, and no cent is lost', async () => {
    for (let round = 0; round < 3; round++) {
      const { bought, payment, from } = await startUpgrade(db);
      await x.atOnce<unknown>(db, { table: 'camp_weeks', id: from }, [
        () => after.cancel(db, bought, bought.lines, 49000),
        () => shop.confirm(db, payment),
      ]);
      expect(await seats(db, from)).toBe(0);
      expect(await after.findFaults(db)).toEqual([]);
    }
  });

  test('control: without the check of the transferred place, both upgrades count', async () => {
    const control = await openUpgradeSale();
    await control.sql.unsafe(`
      create or replace function private.can_transfer_balance(p_order_id uuid) returns boolean
      language sql set search_path = '' as 'select true'`);
    const tos = [await camp(control, { tier: 'ignite' }), await camp(control, { tier: 'ignite' })];
    const bought = await after.buy(control, [spark(await camp(control))]);
    const [line = ''] = bought.lines;
    for (const camp_id of tos) {
      const order = await after.holdUpgrade(control, bought, line, { camp_id });
      await shop.confirm(control, await after.goToPayMove(control, order));
      // This imitates two moves that were both held before either was paid.
      await control.sql`
        update public.order_lines set status = 'placed', moved_to_line_id = null where id = ${line}`;
    }
    expect((await after.findFaults(control)).join()).toContain('place_transferred_twice');
    await control.drop();
  });
});
