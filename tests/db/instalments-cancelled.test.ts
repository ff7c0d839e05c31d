/**
 * Tests camps sold for a deposit that are cancelled or not paid in full (docs/decisions "Deposits and instalments").
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { signedIn } from '#support/sql-details.ts';
import * as instalments from '#support/sql-instalments.ts';
import { makeUser, refusal, rpc, service, visitor } from '#support/sql.ts';

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

describe('cancelling an order with instalments by the rules', () => {
  test.each([
    // Until 30 days before the camp everything is refunded. After that half of the price is kept.
    ['in time', 60, false, instalments.DEPOSIT],
    ['late, with the deposit only', 29, false, 0],
    ['late, paid in full', 29, true, instalments.PRICE / 2],
  ])('%s refunds what was paid beyond the fee, and claims nothing more', async (_, days, isPaid, refund) => {
    const order = await sellCamp(days);
    if (isPaid) await instalments.takeInstalment(db, admin, order.order_id);
    const lines = await instalments.readLines(db, order.order_id);
    expect(await refusal(instalments.cancelLines(db, order.order_id, lines, refund + 1))).toMatchObject({
      code: 'refund_changed',
    });
    await instalments.cancelLines(db, order.order_id, lines, refund);
    const paid = isPaid ? instalments.PRICE : instalments.DEPOSIT;
    expect(await instalments.countMoney(db, order.order_id)).toMatchObject({
      paid,
      refunded: refund,
      held: paid - refund,
      kept: paid - refund,
      places: 0,
      open: 0,
      parts: instalments.PRICE,
    });
    expect(
      await rpc(db, visitor, 'read_payment_link', {
        p_token: await instalments.makePaymentLink(db, order.order_id),
      }),
    ).toMatchObject({ state: 'cancelled' });
  });

  test('one of two siblings can be cancelled, which ends its share of the open amount', async () => {
    const camp = await instalments.makeCampIn(db, 60);
    // The second child has the sibling rebate.
    const order = await instalments.sellAtDesk(
      db,
      admin,
      instalments.makeSale([camp, camp], { instalments: { parts: 2, deposit_cents: 14_700 + 13_200 } }),
    );
    await instalments.cancelLines(
      db,
      order.order_id,
      (await instalments.readLines(db, order.order_id)).slice(1),
      13_200,
    );
    const money = await instalments.countMoney(db, order.order_id);
    expect(money).toMatchObject({ places: 1, open: instalments.PRICE - 14_700, parts: money.total });
    while ((await instalments.readPlan(db, order.order_id)).open_cents > 0)
      await instalments.takeInstalment(db, admin, order.order_id);
    expect(await instalments.countMoney(db, order.order_id)).toMatchObject({ held: instalments.PRICE });
  });

  test('for a camp that we cancelled, what was paid is refunded, and nothing is claimed in the meantime', async () => {
    const camp = await instalments.makeCampIn(db, 66);
    const order = await instalments.sellAtDesk(db, admin, instalments.makeSale([camp]));
    // The camp is ended in the table, because a cancellation by staff would refund at once.
    await db.sql`update public.camp_weeks set is_active = false, cancelled_at = now() where id = ${camp}`;
    expect(await refusal(instalments.takeInstalment(db, admin, order.order_id))).toMatchObject({
      code: 'instalment_closed',
    });
    expect(
      await rpc(db, visitor, 'read_payment_link', {
        p_token: await instalments.makePaymentLink(db, order.order_id),
      }),
    ).toMatchObject({ state: 'under_review' });
    const [line] = await instalments.readLines(db, order.order_id);
    const choose = (choice: object, cents: number | null) =>
      rpc(db, admin, 'resolve_cancelled_by_us', {
        p_line_id: line,
        p_choice: choice,
        p_expected_refund_cents: cents,
      });
    expect(await refusal(choose({ kind: 'credit' }, null))).toMatchObject({ code: 'instalments_open' });
    await choose({ kind: 'refund' }, instalments.DEPOSIT);
    expect(await instalments.countMoney(db, order.order_id)).toMatchObject({
      refunded: instalments.DEPOSIT,
      held: 0,
      places: 0,
      open: 0,
    });
  });

  test('the mail names no refund method if the instalments were paid in different ways', async () => {
    const order = await sellCamp();
    await instalments.takeInstalment(db, admin, order.order_id, { method: 'card_terminal' });
    await instalments.cancelLines(
      db,
      order.order_id,
      await instalments.readLines(db, order.order_id),
      instalments.PRICE,
    );
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
    const event = await instalments.startPayment(db, await instalments.makePaymentLink(db, order.order_id));
    await instalments.cancelLines(
      db,
      order.order_id,
      await instalments.readLines(db, order.order_id),
      instalments.DEPOSIT,
    );
    expect(await instalments.confirmPayment(db, event)).toMatchObject({ result: 'duplicate_payment' });
    const money = await instalments.countMoney(db, order.order_id);
    expect(money.paid - money.refunded - money.decided).toBe(money.held);
  });
});

describe('after any sequence of steps', () => {
  test.each(Array.from({ length: 8 }, (_, seed) => seed + 1))(
    'a family never has both its money and the spot, nor neither of them (%i)',
    async (seed) => {
      let state = seed * 7919;
      const roll = (of: number) => (state = (state * 48271) % 2147483647) % of;
      const count = 1 + roll(2);
      const camp = await instalments.makeCampIn(db, [60, 29, 25][roll(3)] ?? 60);
      const deposit = instalments.DEPOSIT + (count - 1) * 13_200;
      const order = await instalments.sellAtDesk(
        db,
        admin,
        instalments.makeSale(
          Array.from({ length: count }, () => camp),
          { instalments: { parts: 1, deposit_cents: deposit } },
        ),
      );
      const id = order.order_id;
      const page = await instalments.startPayment(db, await instalments.makePaymentLink(db, id));
      const cancelOne = async () => {
        const [line] = await db.sql<{ id: string; cents: number }[]>`
        select l.id, t.refund_cents as cents from public.order_lines l
        cross join lateral private.line_terms(array[l.id]) t where l.order_id = ${id} and l.status = 'placed' limit 1`;
        if (line) await instalments.cancelLines(db, id, [line.id], line.cents);
      };
      const steps = [
        () => instalments.takeInstalment(db, admin, id),
        () => instalments.confirmPayment(db, { ...page, event_id: `evt_${randomUUID()}` }),
        cancelOne,
        () => instalments.makeLate(db, id, 5),
        async () => set({ deposits_lapse: true }).then(() => rpc(db, service, 'lapse_instalments')),
      ];
      for (let step = 0; step < 6; step++) {
        // Steps that are refused change nothing. About half of the rounds start two steps at once.
        const now = Array.from({ length: 1 + roll(2) }, () => steps[roll(steps.length)]);
        await Promise.allSettled(now.map(async (run) => run?.()));
        const money = await instalments.countMoney(db, id);
        // All money that came in belongs to a spot, was refunded, is kept by the rules, or waits for staff.
        expect(money.paid - money.refunded).toBe(money.held + money.decided);
        expect(money.parts).toBe(money.total);
        expect(money.held).toBeGreaterThanOrEqual(0);
        if (money.places === 0) expect(money.held).toBe(money.kept);
        else expect(money.held - money.kept + money.open).toBeGreaterThan(0);
      }
      expect(await instalments.findPlanDiscrepancies(db, admin)).toEqual([]);
    },
  );

  test('control: a spot that was lost together with its money is noticed', async () => {
    const order = await sellCamp();
    await db.sql`update public.order_instalments set status = 'cancelled' where order_id = ${order.order_id} and position = 1`;
    expect(await instalments.findPlanDiscrepancies(db, admin)).not.toEqual([]);
    await db.sql`update public.order_instalments set status = 'due' where order_id = ${order.order_id} and position = 1`;
  });
});

test('the books agree after all tests in this file', async () => {
  expect(await instalments.findPlanDiscrepancies(db, admin)).toEqual([]);
});
