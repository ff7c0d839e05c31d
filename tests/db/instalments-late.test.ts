import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { signedIn } from '#support/sql-details.ts';
import * as instalments from '#support/sql-instalments.ts';
import { makeUser, refusal, rpc, service, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
});
beforeEach(() => instalments.allowDeposits(db, { deposits_lapse: false }));
afterAll(() => db.drop());

const set = (change: Record<string, unknown>) => db.sql`update public.settings set ${db.sql(change)}`;
const sellCamp = async (days = 60, more: object = {}) =>
  instalments.sellAtDesk(db, admin, instalments.makeSale([await instalments.makeCampIn(db, days)], more));

describe('an instalment that is not paid in time', () => {
  test('an unpaid instalment becomes a decision after the days of grace, unless it got more time', async () => {
    const order = await sellCamp();
    const overdue = async () => {
      const rows = await db.sql<{ amount_cents: number }[]>`
        select amount_cents from private.open_decisions() where kind = 'instalment_overdue' and order_id = ${order.order_id}`;
      return rows.map(({ amount_cents }) => amount_cents);
    };
    await instalments.makeLate(db, order.order_id, 3);
    expect(await overdue()).toEqual([]);
    await instalments.makeLate(db, order.order_id, 4);
    expect(await overdue()).toEqual([instalments.PRICE - instalments.DEPOSIT]);
    // A longer grace period applies to all sales, a shorter one only to later sales.
    await set({ deposit_grace_days: 5 });
    expect(await overdue()).toEqual([]);
    await set({ deposit_grace_days: 1 });
    await instalments.makeLate(db, order.order_id, 3);
    expect(await overdue()).toEqual([]);
    await instalments.makeLate(db, order.order_id, 4);
    expect(await overdue()).toEqual([instalments.PRICE - instalments.DEPOSIT]);
    const part = await instalments.findNextPart(db, order.order_id);
    expect(part.status).toBe('late');
    const move = async (due: string, expected: string, reason = 'Salary comes on Friday') =>
      rpc(db, admin, 'move_instalment', {
        p_instalment_id: part.id,
        p_due_on: due,
        p_expected_due_on: expected,
        p_reason: reason,
      });
    expect(await refusal(move(await instalments.dayAhead(db, -1), part.due_on))).toMatchObject({
      field: 'p_due_on',
    });
    expect(await refusal(move(await instalments.dayAhead(db, 90), part.due_on))).toMatchObject({
      field: 'p_due_on',
    });
    expect(await refusal(move(await instalments.dayAhead(db, 5), part.due_on, ' '))).toMatchObject({
      field: 'p_reason',
    });
    expect(
      await refusal(move(await instalments.dayAhead(db, 5), await instalments.dayAhead(db, 1))),
    ).toMatchObject({
      code: 'changed_meanwhile',
    });
    await move(await instalments.dayAhead(db, 5), part.due_on);
    // A repeated move changes nothing.
    await move(await instalments.dayAhead(db, 5), part.due_on);
    expect(await overdue()).toEqual([]);
    expect((await instalments.readPlan(db, order.order_id)).parts[1]).toMatchObject({
      status: 'due',
      is_moved: true,
    });
  });

  test('an unpaid instalment lapses automatically only if the setting says so, and never after the camp began', async () => {
    const [left, right, begun] = [await sellCamp(), await sellCamp(), await sellCamp(57)];
    for (const { order_id } of [left, right, begun]) await instalments.makeLate(db, order_id, 4);
    expect(await rpc(db, service, 'lapse_instalments')).toEqual({ lapsed: 0 });
    await db.sql`update public.camp_weeks set start_date = private.calendar_today() - 1, end_date = private.calendar_today() + 1
      where id = (select camp_id from public.order_lines where order_id = ${begun.order_id})`;
    await set({ deposits_lapse: true });
    const lapse = () => rpc<{ lapsed: number }>(db, service, 'lapse_instalments');
    for (let run = 0; run < 12; run++) await Promise.all([lapse(), lapse()]);
    for (const { order_id } of [left, right]) {
      expect(await instalments.countMoney(db, order_id)).toMatchObject({ places: 0, open: 0 });
      expect((await instalments.readPlan(db, order_id)).parts[1]).toMatchObject({ status: 'lapsed' });
    }
    expect(await instalments.countMoney(db, begun.order_id)).toMatchObject({ places: 1 });
  });

  test('an instalment does not lapse until the outcome of each payment page is known', async () => {
    const orders = [await sellCamp(), await sellCamp(), await sellCamp()];
    const places = async () =>
      await Promise.all(
        orders.map(async ({ order_id }) => (await instalments.countMoney(db, order_id)).places),
      );
    const pages: Awaited<ReturnType<typeof instalments.startPayment>>[] = [];
    for (const { order_id } of orders) {
      pages.push(await instalments.startPayment(db, await instalments.makePaymentLink(db, order_id)));
      await instalments.makeLate(db, order_id, 4);
    }
    const [paid, unpaid, unknown] = pages;
    await set({ deposits_lapse: true });
    const lapse = async () => {
      for (const _ of orders) await rpc(db, service, 'lapse_instalments');
    };
    const listSessions = async () =>
      (await rpc<string[]>(db, service, 'list_instalment_sessions')).filter((id) =>
        pages.some(({ session_id }) => session_id === id),
      );
    await lapse();
    expect(await places()).toEqual([1, 1, 1]);
    // The payment pages have expired, and Stripe has reported nothing.
    await db.sql`update public.instalment_attempts set expires_at = now() - interval '5 hours'`;
    await lapse();
    expect(await places()).toEqual([1, 1, 1]);
    expect(await listSessions()).toHaveLength(3);
    expect(await instalments.confirmPayment(db, paid ?? {})).toMatchObject({ result: 'instalment' });
    await rpc(db, service, 'close_instalment_session', { p_session_id: unpaid?.session_id ?? '' });
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
    await stopCalendar(db, `${await instalments.dayAhead(db, 0)}T11:00:00+08:00`);
    const mailsAt = async (due: number) => {
      await db.sql`update public.order_instalments set due_on = private.calendar_today() + ${due}::integer,
        created_at = created_at - interval '30 days' where order_id = ${order.order_id} and position = 1`;
      await rpc(db, service, 'queue_instalment_reminders');
      await rpc(db, service, 'queue_instalment_reminders');
      const rows = await db.sql<{ kind: string; pays: boolean }[]>`
        select payload -> 'instalment' ->> 'kind' as kind, payload ? 'pay_token' as pays from public.outbox
        where template = 'instalment_due' and payload ->> 'number' = ${order.number} order by created_at`;
      return rows.map(({ kind, pays }) => (pays ? kind : 'no link'));
    };
    expect(await mailsAt(8)).toEqual([]);
    expect(await mailsAt(7)).toEqual(['due']);
    expect(await mailsAt(1)).toEqual(['due', 'due']);
    expect(await mailsAt(-1)).toEqual(['due', 'due', 'late']);
    expect(await rpc(db, admin, 'remind_instalment', { p_order_id: order.order_id })).toEqual({
      queued: true,
    });
    expect(await rpc(db, admin, 'remind_instalment', { p_order_id: order.order_id })).toEqual({
      queued: false,
    });
    await instalments.takeInstalment(db, admin, order.order_id);
    expect(await mailsAt(1)).toHaveLength(4);
  });
});

test('the books agree after all tests in this file', async () => {
  expect(await instalments.findPlanDiscrepancies(db, admin)).toEqual([]);
});
