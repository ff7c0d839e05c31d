/**
 * Tests camps sold for a deposit that are cancelled or not paid in full (docs/decisions "Deposits and instalments").
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as d from '#support/sql-details.ts';
import * as n from '#support/sql-instalments.ts';
import * as x from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  admin = d.signedIn(await x.makeUser(db, 'admin@example.test', ['admin']));
});
beforeEach(() => n.allowDeposits(db, { deposits_lapse: false }));
afterAll(() => db.drop());

const set = (change: Record<string, unknown>) => db.sql`update public.settings set ${db.sql(change)}`;
const sellCamp = async (days = 60, more: object = {}) =>
  n.sell(db, admin, n.saleOf([await n.makeCampIn(db, days)], more));

describe('cancelling an order with instalments by the rules', () => {
  test.each([
    // Until 30 days before the camp everything is refunded. After that half of the price is kept.
    ['in time', 60, false, n.DEPOSIT],
    ['late, with the deposit only', 29, false, 0],
    ['late, paid in full', 29, true, n.PRICE / 2],
  ])('%s refunds what was paid beyond the fee, and claims nothing more', async (_, days, isPaid, refund) => {
    const order = await sellCamp(days);
    if (isPaid) await n.take(db, admin, order.order_id);
    const lines = await n.linesOf(db, order.order_id);
    expect(await x.refusal(n.cancel(db, order.order_id, lines, refund + 1))).toMatchObject({
      code: 'refund_changed',
    });
    await n.cancel(db, order.order_id, lines, refund);
    const paid = isPaid ? n.PRICE : n.DEPOSIT;
    expect(await n.countMoney(db, order.order_id)).toMatchObject({
      paid,
      refunded: refund,
      held: paid - refund,
      kept: paid - refund,
      places: 0,
      open: 0,
      parts: n.PRICE,
    });
    expect(
      await x.rpc(db, x.visitor, 'read_payment_link', { p_token: await n.linkOf(db, order.order_id) }),
    ).toMatchObject({ state: 'cancelled' });
  });

  test('one of two siblings can be cancelled, which ends its share of the open amount', async () => {
    const camp = await n.makeCampIn(db, 60);
    // The second child has the sibling rebate.
    const order = await n.sell(
      db,
      admin,
      n.saleOf([camp, camp], { instalments: { parts: 2, deposit_cents: 14_700 + 13_200 } }),
    );
    await n.cancel(db, order.order_id, (await n.linesOf(db, order.order_id)).slice(1), 13_200);
    const money = await n.countMoney(db, order.order_id);
    expect(money).toMatchObject({ places: 1, open: n.PRICE - 14_700, parts: money.total });
    while ((await n.planOf(db, order.order_id)).open_cents > 0) await n.take(db, admin, order.order_id);
    expect(await n.countMoney(db, order.order_id)).toMatchObject({ held: n.PRICE });
  });

  test('for a camp that we cancelled, what was paid is refunded, and nothing is claimed in the meantime', async () => {
    const camp = await n.makeCampIn(db, 66);
    const order = await n.sell(db, admin, n.saleOf([camp]));
    // The camp is ended in the table, because a cancellation by staff would refund at once.
    await db.sql`update public.camp_weeks set is_active = false, cancelled_at = now() where id = ${camp}`;
    expect(await x.refusal(n.take(db, admin, order.order_id))).toMatchObject({ code: 'instalment_closed' });
    expect(
      await x.rpc(db, x.visitor, 'read_payment_link', { p_token: await n.linkOf(db, order.order_id) }),
    ).toMatchObject({ state: 'under_review' });
    const [line] = await n.linesOf(db, order.order_id);
    const choose = (choice: object, cents: number | null) =>
      x.rpc(db, admin, 'resolve_cancelled_by_us', {
        p_line_id: line,
        p_choice: choice,
        p_expected_refund_cents: cents,
      });
    expect(await x.refusal(choose({ kind: 'credit' }, null))).toMatchObject({ code: 'instalments_open' });
    await choose({ kind: 'refund' }, n.DEPOSIT);
    expect(await n.countMoney(db, order.order_id)).toMatchObject({
      refunded: n.DEPOSIT,
      held: 0,
      places: 0,
      open: 0,
    });
  });

  test('the mail names no refund method if the instalments were paid in different ways', async () => {
    const order = await sellCamp();
    await n.take(db, admin, order.order_id, { method: 'card_terminal' });
    await n.cancel(db, order.order_id, await n.linesOf(db, order.order_id), n.PRICE);
    const mails = await db.sql<{ template: string; method: string | null }[]>`
      select template, payload ->> 'desk_method' as method from public.outbox
      where template in ('booking_confirmed', 'order_cancelled') and payload ->> 'number' = ${order.number} order by 1`;
    expect(mails.map(({ template, method }) => [template, method])).toEqual([
      ['booking_confirmed', 'cash'],
      ['order_cancelled', null],
    ]);
  });

  test('a card payment for a cancelled instalment waits for staff', async () => {
    const order = await sellCamp();
    const event = await n.startPayment(db, await n.linkOf(db, order.order_id));
    await n.cancel(db, order.order_id, await n.linesOf(db, order.order_id), n.DEPOSIT);
    expect(await n.report(db, event)).toMatchObject({ result: 'duplicate_payment' });
    const money = await n.countMoney(db, order.order_id);
    expect(money.paid - money.refunded - money.decided).toBe(money.held);
  });
});

describe('after any sequence of steps', () => {
  test.each(Array.from({ length: 8 }, (_, seed) => seed + 1))(
    'a family never has both its money and the place, nor neither of them (%i)',
    async (seed) => {
      let state = seed * 7919;
      const roll = (of: number) => (state = (state * 48271) % 2147483647) % of;
      const count = 1 + roll(2);
      const camp = await n.makeCampIn(db, [60, 29, 25][roll(3)] ?? 60);
      const deposit = n.DEPOSIT + (count - 1) * 13_200;
      const order = await n.sell(
        db,
        admin,
        n.saleOf(
          Array.from({ length: count }, () => camp),
          { instalments: { parts: 1, deposit_cents: deposit } },
        ),
      );
      const id = order.order_id;
      const page = await n.startPayment(db, await n.linkOf(db, id));
      const cancelOne = async () => {
        const [line] = await db.sql<{ id: string; cents: number }[]>`
        select l.id, t.refund_cents as cents from public.order_lines l
        cross join lateral private.line_terms(array[l.id]) t where l.order_id = ${id} and l.status = 'placed' limit 1`;
        if (line) await n.cancel(db, id, [line.id], line.cents);
      };
      const steps = [
        () => n.take(db, admin, id),
        () => n.report(db, { ...page, event_id: `evt_${randomUUID()}` }),
        cancelOne,
        () => n.makeLate(db, id, 5),
        async () => set({ deposits_lapse: true }).then(() => x.rpc(db, x.service, 'lapse_instalments')),
      ];
      for (let step = 0; step < 6; step++) {
        // Steps that are refused change nothing. About half of the rounds start two steps at once.
        const now = Array.from({ length: 1 + roll(2) }, () => steps[roll(steps.length)]);
        await Promise.allSettled(now.map(async (run) => run?.()));
        const money = await n.countMoney(db, id);
        // All that came in is a place's, was refunded, is kept by the rules, or waits for staff.
        expect(money.paid - money.refunded).toBe(money.held + money.decided);
        expect(money.parts).toBe(money.total);
        expect(money.held).toBeGreaterThanOrEqual(0);
        if (money.places === 0) expect(money.held).toBe(money.kept);
        else expect(money.held - money.kept + money.open).toBeGreaterThan(0);
      }
      expect(await n.discrepancies(db, admin)).toEqual([]);
    },
  );

  test('control: a place that was lost together with its money is noticed', async () => {
    const order = await sellCamp();
    await db.sql`update public.order_instalments set status = 'cancelled' where order_id = ${order.order_id} and position = 1`;
    expect(await n.discrepancies(db, admin)).not.toEqual([]);
    await db.sql`update public.order_instalments set status = 'due' where order_id = ${order.order_id} and position = 1`;
  });
});

describe('an instalment that is not paid in time', () => {
  test('an unpaid instalment becomes a decision after the days of grace, unless it got more time', async () => {
    const order = await sellCamp();
    const overdue = async () => {
      const rows = await db.sql<{ amount_cents: number }[]>`
        select amount_cents from private.open_decisions() where kind = 'instalment_overdue' and order_id = ${order.order_id}`;
      return rows.map(({ amount_cents }) => amount_cents);
    };
    await n.makeLate(db, order.order_id, 3);
    expect(await overdue()).toEqual([]);
    await n.makeLate(db, order.order_id, 4);
    expect(await overdue()).toEqual([n.PRICE - n.DEPOSIT]);
    // A longer grace period applies to all sales, a shorter one only to later sales.
    await set({ deposit_grace_days: 5 });
    expect(await overdue()).toEqual([]);
    await set({ deposit_grace_days: 1 });
    await n.makeLate(db, order.order_id, 3);
    expect(await overdue()).toEqual([]);
    await n.makeLate(db, order.order_id, 4);
    expect(await overdue()).toEqual([n.PRICE - n.DEPOSIT]);
    const part = await n.nextPart(db, order.order_id);
    expect(part.status).toBe('late');
    const move = async (due: string, expected: string, reason = 'Salary comes on Friday') =>
      x.rpc(db, admin, 'move_instalment', {
        p_instalment_id: part.id,
        p_due_on: due,
        p_expected_due_on: expected,
        p_reason: reason,
      });
    expect(await x.refusal(move(await n.dayAhead(db, -1), part.due_on))).toMatchObject({ field: 'p_due_on' });
    expect(await x.refusal(move(await n.dayAhead(db, 90), part.due_on))).toMatchObject({ field: 'p_due_on' });
    expect(await x.refusal(move(await n.dayAhead(db, 5), part.due_on, ' '))).toMatchObject({
      field: 'p_reason',
    });
    expect(await x.refusal(move(await n.dayAhead(db, 5), await n.dayAhead(db, 1)))).toMatchObject({
      code: 'changed_meanwhile',
    });
    await move(await n.dayAhead(db, 5), part.due_on);
    // A repeated move changes nothing.
    await move(await n.dayAhead(db, 5), part.due_on);
    expect(await overdue()).toEqual([]);
    expect((await n.planOf(db, order.order_id)).parts[1]).toMatchObject({ status: 'due', is_moved: true });
  });

  test('an unpaid instalment lapses automatically only if the setting says so, and never after the camp began', async () => {
    const [left, right, begun] = [await sellCamp(), await sellCamp(), await sellCamp(57)];
    for (const { order_id } of [left, right, begun]) await n.makeLate(db, order_id, 4);
    expect(await x.rpc(db, x.service, 'lapse_instalments')).toEqual({ lapsed: 0 });
    await db.sql`update public.camp_weeks set start_date = private.calendar_today() - 1, end_date = private.calendar_today() + 1
      where id = (select camp_id from public.order_lines where order_id = ${begun.order_id})`;
    await set({ deposits_lapse: true });
    const lapse = () => x.rpc<{ lapsed: number }>(db, x.service, 'lapse_instalments');
    for (let run = 0; run < 12; run++) await Promise.all([lapse(), lapse()]);
    for (const { order_id } of [left, right]) {
      expect(await n.countMoney(db, order_id)).toMatchObject({ places: 0, open: 0 });
      expect((await n.planOf(db, order_id)).parts[1]).toMatchObject({ status: 'lapsed' });
    }
    expect(await n.countMoney(db, begun.order_id)).toMatchObject({ places: 1 });
  });

  test('an instalment does not lapse until the outcome of each payment page is known', async () => {
    const orders = [await sellCamp(), await sellCamp(), await sellCamp()];
    const places = async () =>
      await Promise.all(orders.map(async ({ order_id }) => (await n.countMoney(db, order_id)).places));
    const pages: Awaited<ReturnType<typeof n.startPayment>>[] = [];
    for (const { order_id } of orders) {
      pages.push(await n.startPayment(db, await n.linkOf(db, order_id)));
      await n.makeLate(db, order_id, 4);
    }
    const [paid, unpaid, unknown] = pages;
    await set({ deposits_lapse: true });
    const lapse = async () => {
      for (const _ of orders) await x.rpc(db, x.service, 'lapse_instalments');
    };
    const listSessions = async () =>
      (await x.rpc<string[]>(db, x.service, 'list_instalment_sessions')).filter((id) =>
        pages.some(({ session_id }) => session_id === id),
      );
    await lapse();
    expect(await places()).toEqual([1, 1, 1]);
    // The payment pages have expired, and Stripe has reported nothing.
    await db.sql`update public.instalment_attempts set expires_at = now() - interval '5 hours'`;
    await lapse();
    expect(await places()).toEqual([1, 1, 1]);
    expect(await listSessions()).toHaveLength(3);
    expect(await n.report(db, paid ?? {})).toMatchObject({ result: 'instalment' });
    await x.rpc(db, x.service, 'close_instalment_session', { p_session_id: unpaid?.session_id ?? '' });
    await lapse();
    expect(await places()).toEqual([1, 0, 1]);
    // If Stripe does not know a payment page, the spot is kept only as long as Stripe may still report a payment.
    await db.sql`update public.instalment_attempts set expires_at = now() - interval '4 days'
      where session_id = ${unknown?.session_id ?? ''}`;
    await lapse();
    expect(await places()).toEqual([1, 0, 0]);
    expect(await listSessions()).toEqual([]);
  });

  test('the family is reminded once a week before, once a day before, and once a day after the due date', async () => {
    const order = await sellCamp();
    await x.stopCalendar(db, `${await n.dayAhead(db, 0)}T11:00:00+08:00`);
    const mailsAt = async (due: number) => {
      await db.sql`update public.order_instalments set due_on = private.calendar_today() + ${due}::integer,
        created_at = created_at - interval '30 days' where order_id = ${order.order_id} and position = 1`;
      await x.rpc(db, x.service, 'queue_instalment_reminders');
      await x.rpc(db, x.service, 'queue_instalment_reminders');
      const rows = await db.sql<{ kind: string; pays: boolean }[]>`
        select payload -> 'instalment' ->> 'kind' as kind, payload ? 'pay_token' as pays from public.outbox
        where template = 'instalment_due' and payload ->> 'number' = ${order.number} order by created_at`;
      return rows.map(({ kind, pays }) => (pays ? kind : 'no link'));
    };
    expect(await mailsAt(8)).toEqual([]);
    expect(await mailsAt(7)).toEqual(['due']);
    expect(await mailsAt(1)).toEqual(['due', 'due']);
    expect(await mailsAt(-1)).toEqual(['due', 'due', 'late']);
    expect(await x.rpc(db, admin, 'remind_instalment', { p_order_id: order.order_id })).toEqual({
      queued: true,
    });
    expect(await x.rpc(db, admin, 'remind_instalment', { p_order_id: order.order_id })).toEqual({
      queued: false,
    });
    await n.take(db, admin, order.order_id);
    expect(await mailsAt(1)).toHaveLength(4);
  });
});

test('the books agree after all tests in this file', async () => {
  expect(await n.discrepancies(db, admin)).toEqual([]);
});
