/** Tests the money of a cancelled day of a camp that was sold for a deposit, or whose family was erased. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { signedIn } from '#support/sql-details.ts';
import * as campDays from '#support/sql-camp-days.ts';
import * as instalments from '#support/sql-instalments.ts';
import { makeUser, rpc } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
});
beforeEach(() => instalments.allowDeposits(db, { deposits_lapse: false }));
afterAll(() => db.drop());

const SHARE = Math.floor(instalments.PRICE / 3);
let days = 60;
/** Sells a spot on a camp of three days for a deposit. */
async function sellCamp(children = 1) {
  const camp = await instalments.makeCampIn(db, days++);
  const [row] = await db.sql<[{ first: string; last: string }]>`
    update public.camp_weeks set end_date = start_date + 2 where id = ${camp} returning start_date::text as first, end_date::text as last`;
  const sale = instalments.makeSale(
    Array.from({ length: children }, () => camp),
    // The second child has the sibling rebate.
    { instalments: { parts: 1, deposit_cents: instalments.DEPOSIT + (children - 1) * 13_200 } },
  );
  const order = await instalments.sellAtDesk(db, admin, sale);
  return { camp, order, first: row.first, last: row.last };
}
async function cancel(camp: string, day: string, money: campDays.Money = 'refund') {
  const seen = await campDays.previewDays(db, admin, camp, [day], money);
  return campDays.cancelDays(db, admin, camp, [day], seen, money);
}
const tasksOf = (orderId: string) =>
  db.sql<{ title: string }[]>`
    select title from public.tasks where order_id = ${orderId} and kind = 'todo' and done_at is null`;
const lastMail = async (camp: string) => (await campDays.mailsAbout(db, camp)).at(-1)?.payload;

describe('a camp sold for a deposit', () => {
  test('that is not paid in full keeps its plan and its money, is listed for staff, and its family is told', async () => {
    const { camp, order, first } = await sellCamp();
    const before = await instalments.countMoney(db, order.order_id);
    expect(await cancel(camp, first)).toMatchObject({
      children: 1,
      refund_cents: 0,
      left: [{ order_id: order.order_id, number: order.number, problem: 'instalments' }],
      mails: 1,
    });
    expect(await instalments.countMoney(db, order.order_id)).toEqual(before);
    expect(await lastMail(camp)).toMatchObject({ refund_parts: [], instead: null });
    const [task, ...others] = await tasksOf(order.order_id);
    expect(task?.title).toMatch(/^No Camp \d+ on \d+ [A-Z][a-z]+: decide about the money$/);
    expect(others).toEqual([]);
    // The rest can still be paid. Then staff refund the day in the order, and the books agree.
    while ((await instalments.readPlan(db, order.order_id)).open_cents > 0)
      await instalments.takeInstalment(db, admin, order.order_id);
    expect(await instalments.countMoney(db, order.order_id)).toMatchObject({
      paid: instalments.PRICE,
      refunded: 0,
      held: instalments.PRICE,
    });
    expect(await instalments.findPlanDiscrepancies(db, admin)).toEqual([]);
  });

  test.each(['refund', 'balance'] as const)(
    'and paid in full gets the share of the day from its last payment (%s)',
    async (money) => {
      const { camp, order, first, last } = await sellCamp();
      await instalments.takeInstalment(db, admin, order.order_id);
      expect(await cancel(camp, first, money)).toMatchObject({ refund_cents: SHARE, left: [] });
      expect(await instalments.countMoney(db, order.order_id)).toMatchObject({
        paid: instalments.PRICE,
        refunded: SHARE,
        held: instalments.PRICE - SHARE,
        open: 0,
        places: 1,
      });
      // Two days cost more than what is left of the second payment, so both payments give.
      expect(await cancel(camp, last, money)).toMatchObject({ left: [] });
      const refunds = await db.sql<{ cents: number }[]>`
        select sum(amount_cents)::int as cents from public.refunds where order_id = ${order.order_id}`;
      expect(refunds[0]?.cents).toBe(SHARE + (instalments.PRICE - Math.floor((instalments.PRICE * 2) / 3)));
      expect(await instalments.findPlanDiscrepancies(db, admin)).toEqual([]);
    },
  );

  test('for two children needs one decision, for each call', async () => {
    const { camp, order, first, last } = await sellCamp(2);
    await campDays.previewDays(db, admin, camp, [first]);
    expect(await tasksOf(order.order_id)).toEqual([]);
    expect(await cancel(camp, first)).toMatchObject({ children: 2, left: [{ number: order.number }] });
    expect((await cancel(camp, last)).left).toHaveLength(1);
    expect(await tasksOf(order.order_id)).toHaveLength(2);
  });

  test('that comes after the day was cancelled gives staff a task, once, and the family is told', async () => {
    const { camp, order, first } = await sellCamp();
    await cancel(camp, first);
    await db.sql`delete from public.tasks where order_id = ${order.order_id}`;
    const mailsBefore = (await campDays.mailsAbout(db, camp)).length;
    // The child is put on the camp again, as after a late payment.
    for (let time = 0; time < 2; time++)
      await db.sql`
        with ended as (
          update public.camp_enrollments e set status = 'cancelled' from public.order_lines l
          where l.id = e.order_line_id and l.order_id = ${order.order_id} and e.status = 'enrolled'
          returning e.child_id, e.family_id, e.order_line_id)
        insert into public.camp_enrollments (camp_id, child_id, family_id, order_line_id)
        select ${camp}, child_id, family_id, order_line_id from ended`;
    expect(await tasksOf(order.order_id)).toHaveLength(1);
    expect((await instalments.countMoney(db, order.order_id)).refunded).toBe(0);
    expect((await campDays.mailsAbout(db, camp)).length).toBe(mailsBefore + 2);
  });
});

test('an erased family gets neither a mail nor money, and its order is listed for staff', async () => {
  const { camp, order, first } = await sellCamp();
  await instalments.takeInstalment(db, admin, order.order_id);
  // A family with a camp ahead is not erased. An older one may stand here after its camp was moved to a later day.
  await db.sql`
    update public.families set erased_at = now() where id = (select family_id from public.orders where id = ${order.order_id})`;
  expect(await cancel(camp, first)).toMatchObject({
    refund_cents: 0,
    left: [{ order_id: order.order_id, problem: 'erased' }],
    mails: 0,
    phones: 0,
  });
  expect(await campDays.mailsAbout(db, camp)).toEqual([]);
  expect(await rpc(db, admin, 'restore_camp_day', { p_camp_id: camp, p_day: first })).toEqual({
    mails: 0,
    phones: 0,
  });
});
