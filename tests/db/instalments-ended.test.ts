/**
 * Tests deposits when one line of the order ends: because the business cancels the camp, because staff end it, or
 * because the amount that is left is too small to charge. The tests judge by who has the money and who has the spot
 * (docs/decisions "Deposits and instalments").
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { signedIn } from '#support/sql-details.ts';
import * as instalments from '#support/sql-instalments.ts';
import { openForm } from '#support/sql-refunds.ts';
import { cancelSessions, makeUser, refusal, rpc, service } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
});
beforeEach(() => instalments.allowDeposits(db, { deposits_lapse: false }));
afterAll(() => db.drop());

/** The second child has the sibling rebate. */
const SECOND = instalments.PRICE - 5_000;
const SECOND_DEPOSIT = 13_200;

const sellTwo = async (camps: string[], more: object = {}) => {
  const order = await instalments.sellAtDesk(
    db,
    admin,
    instalments.makeSale(camps, {
      instalments: { parts: 1, deposit_cents: instalments.DEPOSIT + SECOND_DEPOSIT },
      ...more,
    }),
  );
  const [first = '', second = ''] = await instalments.readLines(db, order.order_id);
  return { id: order.order_id, first, second };
};
const begin = (orderId: string) => db.sql`
  update public.camp_weeks set start_date = private.calendar_today() - 1, end_date = private.calendar_today() + 1
  where id in (select camp_id from public.order_lines where order_id = ${orderId})`;
const overdue = async (orderId: string) => {
  const rows = await db.sql`
    select from private.open_decisions() where kind = 'instalment_overdue' and order_id = ${orderId}`;
  return rows.length;
};

test('a refund above the rules for one spot never returns the deposit of a spot that stays', async () => {
  const camp = await instalments.makeCampIn(db, 60);
  const { id, second } = await sellTwo([camp, camp]);
  const cancelSecond = async (cents: number) =>
    rpc(db, admin, 'staff_return_lines', {
      p_order_id: id,
      p_line_ids: [second],
      p_cents: cents,
      p_reason: 'goodwill',
      p_expected_refund_cents: SECOND_DEPOSIT,
      p_expected_ends_renewal: false,
      p_is_whole: true,
      ...(await openForm(db, { order: id })),
    });
  expect(await refusal(cancelSecond(SECOND_DEPOSIT + instalments.DEPOSIT))).toMatchObject({
    code: 'instalments_open',
  });
  expect(await instalments.countMoney(db, id)).toMatchObject({ places: 2, refunded: 0 });
  await cancelSecond(SECOND_DEPOSIT);
  expect(await instalments.countMoney(db, id)).toMatchObject({
    places: 1,
    refunded: SECOND_DEPOSIT,
    open: instalments.PRICE - instalments.DEPOSIT,
  });
});

test('when we cancel a camp, its spot is refunded at once, and the other spot is still claimed', async () => {
  const [gone, stays] = [await instalments.makeCampIn(db, 64), await instalments.makeCampIn(db, 62)];
  // The children are on different camps, so there is no sibling rebate.
  const { id } = await sellTwo([gone, stays], {
    instalments: { parts: 1, deposit_cents: 2 * instalments.DEPOSIT },
    expected_total_cents: 2 * instalments.PRICE,
  });
  const done = await cancelSessions(db, gone);
  expect(done).toMatchObject({ refunds: 1, refund_cents: instalments.DEPOSIT, choices: 0 });
  expect(await instalments.countMoney(db, id)).toMatchObject({
    places: 1,
    refunded: instalments.DEPOSIT,
    held: instalments.DEPOSIT,
    open: instalments.PRICE - instalments.DEPOSIT,
  });
  await instalments.makeLate(db, id, 4);
  expect(await overdue(id)).toBe(1);
  await instalments.takeInstalment(db, admin, id);
  expect(await instalments.countMoney(db, id)).toMatchObject({ places: 1, held: instalments.PRICE, open: 0 });
});

test('a spot of an order that is paid in full still waits for the family to choose', async () => {
  const camp = await instalments.makeCampIn(db, 70);
  const order = await instalments.sellAtDesk(db, admin, instalments.makeSale([camp]));
  await instalments.takeInstalment(db, admin, order.order_id);
  expect(await cancelSessions(db, camp)).toMatchObject({ refunds: 0, choices: 1 });
  expect(await instalments.countMoney(db, order.order_id)).toMatchObject({
    refunded: 0,
    held: instalments.PRICE,
  });
});

test('after the camp began, an unpaid instalment is written off, the child keeps the spot, and the order can be refunded', async () => {
  const order = await instalments.sellAtDesk(
    db,
    admin,
    instalments.makeSale([await instalments.makeCampIn(db, 58)]),
  );
  const id = order.order_id;
  await instalments.makeLate(db, id, 4);
  const part = await instalments.findNextPart(db, id);
  const writeOff = (cents = part.cents, reason = 'Could not pay; agreed on the phone', who = admin) =>
    rpc(db, who, 'write_off_instalment', {
      p_instalment_id: part.id,
      p_expected_cents: cents,
      p_reason: reason,
    });
  expect(await refusal(writeOff())).toMatchObject({ code: 'camp_not_started' });
  await begin(id);
  const refund = async () =>
    rpc(db, admin, 'refund_order', {
      p_order_id: id,
      p_cents: 1_000,
      p_reason: 'complaint',
      ...(await openForm(db, { order: id })),
    });
  expect(await refusal(refund())).toMatchObject({ code: 'instalments_open' });
  expect(await overdue(id)).toBe(1);
  expect(await refusal(writeOff(part.cents - 1))).toMatchObject({ code: 'price_changed' });
  expect(await refusal(writeOff(part.cents, ' '))).toMatchObject({ field: 'p_reason' });
  // Two calls at once write off only once.
  await Promise.all([writeOff(), writeOff()]);
  expect(await refusal(writeOff(part.cents, 'Another reason'))).toMatchObject({
    code: 'instalment_closed',
  });
  expect(await instalments.countMoney(db, id)).toMatchObject({
    places: 1,
    paid: instalments.DEPOSIT,
    held: instalments.DEPOSIT,
    open: 0,
    parts: instalments.PRICE,
  });
  expect(await overdue(id)).toBe(0);
  await refund();
  expect(await instalments.countMoney(db, id)).toMatchObject({
    places: 1,
    refunded: 1_000,
    held: instalments.DEPOSIT - 1_000,
  });
  const [{ events }] = await db.sql<[{ events: string[] }]>`
    select array_agg(kind) as events from public.orders o, private.order_events(o) e where o.id = ${id}`;
  expect(events).toContain('instalment_written_off');
});

test('the days of grace must end before the camp begins', async () => {
  await expect(
    db.sql`update public.settings set deposit_due_days = 5, deposit_grace_days = 5`,
  ).rejects.toThrow();
});

test('the ledger shares the deposit between lines as the terms do', async () => {
  await instalments.allowDeposits(db, { deposit_min_cents: SECOND });
  const camp = await instalments.makeCampIn(db, 60);
  // The second line costs no more than the least deposit, so it is paid in full.
  const { id, second } = await sellTwo([camp, camp], {
    instalments: { parts: 1, deposit_cents: 2 * SECOND },
  });
  expect(await instalments.countMoney(db, id)).toMatchObject({ open: instalments.PRICE - SECOND });
  await instalments.cancelLines(db, id, [second], SECOND);
  expect(await instalments.countMoney(db, id)).toMatchObject({
    places: 1,
    refunded: SECOND,
    held: SECOND,
    open: instalments.PRICE - SECOND,
  });
});

const cancelByRules = async (orderId: string, line: string) => {
  const [terms] = await db.sql<{ cents: number }[]>`
    select refund_cents as cents from private.line_terms(array[${line}]::uuid[])`;
  await instalments.cancelLines(db, orderId, [line], terms?.cents ?? 0);
};
const openParts = async (orderId: string) =>
  (await instalments.readPlan(db, orderId)).parts
    .filter(({ status }) => status === 'due')
    .map(({ cents }) => cents);

test.each([
  ['too little to charge is written off', 30, 0],
  ['that can be charged is claimed', 50, 50],
])('the amount that a cancelled sibling leaves to pay and is %s', async (_, left, open) => {
  await instalments.allowDeposits(db, { deposit_min_cents: SECOND - left });
  const camp = await instalments.makeCampIn(db, 60);
  const { id, first } = await sellTwo([camp, camp], {
    instalments: { parts: 1, deposit_cents: 2 * (SECOND - left) },
  });
  await cancelByRules(id, first);
  expect(await instalments.countMoney(db, id)).toMatchObject({ places: 1, open });
});

test('an instalment that becomes too small to charge is added to the one before', async () => {
  const camp = await instalments.makeCampIn(db, 60);
  const { id, second } = await sellTwo([camp, camp], {
    instalments: { parts: 2, deposit_cents: instalments.DEPOSIT + SECOND_DEPOSIT },
  });
  const rest = instalments.PRICE - instalments.DEPOSIT;
  await db.sql`update public.order_instalments set cents = case position
    when 1 then ${rest - 30}::integer else ${SECOND - SECOND_DEPOSIT + 30}::integer end
    where order_id = ${id} and position > 0`;
  await cancelByRules(id, second);
  expect(await openParts(id)).toEqual([rest]);
  await instalments.takeInstalment(db, admin, id);
  expect(await instalments.countMoney(db, id)).toMatchObject({ places: 1, held: instalments.PRICE, open: 0 });
});

test('only unpaid amounts lapse, and not what a cancellation removed before', async () => {
  const camp = await instalments.makeCampIn(db, 60);
  const { id, second } = await sellTwo([camp, camp]);
  await cancelByRules(id, second);
  await instalments.makeLate(db, id, 4);
  await db.sql`update public.settings set deposits_lapse = true`;
  while ((await rpc<{ lapsed: number }>(db, service, 'lapse_instalments')).lapsed > 0);
  expect(await instalments.countMoney(db, id)).toMatchObject({ places: 0, open: 0 });
  expect(
    (await instalments.readPlan(db, id)).parts.slice(1).map(({ cents, status }) => [status, cents]),
  ).toEqual([
    ['lapsed', instalments.PRICE - instalments.DEPOSIT],
    ['cancelled', SECOND - SECOND_DEPOSIT],
  ]);
});

test('the books agree after all tests in this file', async () => {
  expect(await instalments.findPlanDiscrepancies(db, admin)).toEqual([]);
});
