/** Tests credits for friends that are taken back, and those that staff decide (docs/decisions "A friend booked"). */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { StaffReferrals } from '#contract/referrals.ts';
import type { Caller } from '#support/database.ts';
import { signedIn } from '#support/sql-details.ts';
import { laterReport, lostOutcome, reportDispute, wonOutcome } from '#support/sql-disputes.ts';
import { refundAsStaff } from '#support/sql-refunds.ts';
import { makeUser, rpc, service, stopCalendar, visitor } from '#support/sql.ts';
import {
  CREDIT,
  admin,
  beginTest,
  book,
  code,
  db,
  decide,
  disputeOf,
  endCamps,
  endDecisions,
  hold,
  judgeMoney,
  makeFamily,
  makeTeller,
  openReferrals,
  readCents,
  readReferral,
  readState,
  runChore,
  settle,
  type Family,
} from '#support/sql-referrals.ts';

beforeAll(openReferrals);
afterAll(() => db.drop());
beforeEach(beginTest);

describe('a refund after the credit', () => {
  async function give() {
    await stopCalendar(db, '2089-12-01T12:00:00+08:00');
    const { teller, code: told } = await makeTeller();
    const booked = await book(await makeFamily(), told);
    expect(await settle(booked.orderId)).toEqual(['given', null]);
    return { teller, ...booked };
  }

  test('waits for a checkout that reserves the balance, and then takes all of it', async () => {
    const { teller, orderId, paying: paid } = await give();
    await stopCalendar(db, '2089-12-01T12:00:00+08:00');
    const { order } = await hold(teller, null);
    await endCamps();
    await db.sql`update public.orders set balance_cents = ${CREDIT} where secret = ${order.secret}`;
    await refundAsStaff(db, admin, { order: orderId }, paid.order.total_cents);
    await runChore();
    expect(await readReferral(orderId)).toMatchObject({ state: 'given', taken_cents: 0 });
    await rpc(db, service, 'release_order', { p_secret: order.secret });
    await runChore();
    expect(await readReferral(orderId)).toMatchObject({ state: 'taken_back', taken_cents: CREDIT });
    expect(await readCents(teller.familyId)).toBe(0);
  });

  test('takes back what is not spent, once', async () => {
    const { teller, orderId, paying: paid } = await give();
    await refundAsStaff(db, admin, { order: orderId }, paid.order.total_cents);
    await runChore();
    await runChore();
    expect(await readReferral(orderId)).toMatchObject({ state: 'taken_back', taken_cents: CREDIT });
    expect(await readCents(teller.familyId)).toBe(0);
    await judgeMoney();
  });

  test('takes back only the rest, and no balance becomes negative', async () => {
    const { teller, orderId, paying: paid } = await give();
    await db.sql`select private.post_balance(${teller.familyId}, 'taken', -1500, null, 'Spent')`;
    await refundAsStaff(db, admin, { order: orderId }, paid.order.total_cents);
    await runChore();
    expect(await readReferral(orderId)).toMatchObject({ state: 'taken_back', taken_cents: 500 });
    expect(await readCents(teller.familyId)).toBe(0);
    await judgeMoney();
  });

  test('of a part that leaves at least the credit takes nothing back', async () => {
    const { teller, orderId } = await give();
    await refundAsStaff(db, admin, { order: orderId }, 1000);
    await runChore();
    expect(await readState(orderId)).toEqual(['given', null]);
    expect(await readCents(teller.familyId)).toBe(CREDIT);
  });

  test('by a bank takes it back once the dispute is lost, not while it is open or if it is won', async () => {
    for (const [outcome, cents] of [
      [wonOutcome, CREDIT],
      [lostOutcome, 0],
    ] as const) {
      const booked = await give();
      const { teller, orderId } = booked;
      const report = disputeOf(booked);
      await reportDispute(db, report);
      await runChore();
      expect(await readState(orderId)).toEqual(['given', null]);
      await reportDispute(db, laterReport(report, outcome));
      await endDecisions(orderId);
      await runChore();
      expect(await readCents(teller.familyId)).toBe(cents);
    }
    await judgeMoney();
  });
});

describe('staff decide', () => {
  test.each([
    ['a phone number of the family that told', 'contact', (teller: Family) => ({ phone: teller.phone })],
    ['a child of the family that told', 'child', (teller: Family) => ({ child: teller.child })],
  ])('about a friend with %s', async (_, reason, like) => {
    const { teller, code: told } = await makeTeller();
    const { orderId } = await book(await makeFamily(like(teller)), told);
    expect(await settle(orderId)).toEqual(['review', reason]);
    expect(await readCents(teller.familyId)).toBe(0);
    const { id } = (await readReferral(orderId)) ?? { id: '' };
    const readTask = async () =>
      (
        await db.sql`select kind, order_id, done_at is not null as done from public.tasks where id = ${id}`
      )[0];
    expect(await readTask()).toEqual({ kind: 'todo', order_id: orderId, done: false });
    expect(await decide(id, true)).toMatchObject({ state: 'given', reason, family_id: teller.familyId });
    expect(await decide(id, true)).toMatchObject({ state: 'given' });
    expect(await code(decide(id, false))).toBe('changed_meanwhile');
    expect(await readTask()).toMatchObject({ done: true });
    expect(await readCents(teller.familyId)).toBe(CREDIT);
    await judgeMoney();
  });

  test('about a child that another family brought before, and may refuse', async () => {
    const before = await makeFamily();
    await book(before);
    const { teller, code: told } = await makeTeller();
    const { orderId } = await book(await makeFamily({ child: before.child }), told);
    expect(await settle(orderId)).toEqual(['review', 'child']);
    const { id } = (await readReferral(orderId)) ?? { id: '' };
    expect(await decide(id, false)).toMatchObject({ state: 'refused', reason: 'by_staff' });
    await runChore();
    expect(await readCents(teller.familyId)).toBe(0);
  });

  test('but not against the rules, nor about their own family', async () => {
    const { teller, code: told } = await makeTeller();
    const { orderId, paying: paid } = await book(await makeFamily({ phone: teller.phone }), told);
    expect(await settle(orderId)).toEqual(['review', 'contact']);
    const { id } = (await readReferral(orderId)) ?? { id: '' };
    const business = {
      ...signedIn(await makeUser(db, `owner${randomUUID()}@example.test`, ['business_admin'])),
      claims: { aal: 'aal2' },
    };
    for (const who of [admin, business]) {
      await db.sql`update public.profiles set family_id = ${teller.familyId} where id = ${who.sub ?? ''}`;
      expect(await code(decide(id, true, who))).toBe('own_balance');
      await db.sql`update public.profiles set family_id = null where id = ${who.sub ?? ''}`;
    }
    await refundAsStaff(db, admin, { order: orderId }, paid.order.total_cents);
    expect(await code(decide(id, true))).toBe('referral_not_earned');
    expect(await readCents(teller.familyId)).toBe(0);
  });

  test('and only admins read the list and decide', async () => {
    const { teller, code: told } = await makeTeller();
    const { orderId } = await book(await makeFamily({ phone: teller.phone }), told);
    await settle(orderId);
    const { id } = (await readReferral(orderId)) ?? { id: '' };
    const list = (who: Caller, p_filter = {}) => rpc(db, who, 'list_referrals', { p_filter });
    const { rows } = v.parse(StaffReferrals, await list(admin, { state: 'review' }));
    expect(rows).toContainEqual(
      expect.objectContaining({ id, family_id: teller.familyId, order_id: orderId }),
    );
    const coach = signedIn(await makeUser(db, `coach${randomUUID()}@example.test`, ['coach']));
    for (const who of [coach, teller.caller]) {
      expect(await code(list(who))).toBe('not_allowed');
      expect(await code(decide(id, true, who))).toBe('not_allowed');
      expect(await code(rpc(db, who, 'get_staff_referral', { p_referral_id: id }))).toBe('not_allowed');
      await expect(rpc(db, who, 'settle_referrals', {})).rejects.toThrow('permission denied');
    }
    await expect(list(visitor)).rejects.toThrow();
    await expect(decide(id, true, visitor)).rejects.toThrow();
    expect(await readState(orderId)).toEqual(['review', 'contact']);
  });
});

test('the task of a doubtful credit ends when the family of the code is erased', async () => {
  const { teller, code: told } = await makeTeller();
  const { orderId } = await book(await makeFamily({ phone: teller.phone }), told);
  expect(await settle(orderId)).toEqual(['review', 'contact']);
  await rpc(db, service, 'erase_family', { p_family_id: teller.familyId, p_accept_loss: true });
  expect(await readState(orderId)).toEqual(['refused', 'family_gone']);
  const tasks =
    await db.sql`select done_at is not null as done from public.tasks where order_id = ${orderId}`;
  expect(tasks).toEqual([{ done: true }]);
});
