/**
 * Tests that staff can cancel single days of a camp, also of one that runs: who may, the head count, the money, the
 * messages, and the day that takes place after all (docs/decisions "A cancelled day of a camp").
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as campDays from '#support/sql-camp-days.ts';
import * as camps from '#support/sql-camps.ts';
import * as disputes from '#support/sql-disputes.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { refusal, rpc, sqlState, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await camps.publish(db, camps.tierOffer('spark'));
  await afterSale.sellWithRules(db, []);
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

let week = 4;
const PRICE_OF_DAYS = 3;
const runningCamp = () => campDays.sellRunningCamp(db, week++);
const preview = (
  camp: string,
  days: string[],
  money: campDays.Money = 'refund',
  who = people.callers.admin,
) => campDays.previewDays(db, who, camp, days, money);
const cancelDays = (
  camp: string,
  days: string[],
  expected: object,
  money: campDays.Money = 'refund',
  who = people.callers.admin,
) => campDays.cancelDays(db, who, camp, days, expected, money);
const restore = (camp: string, day: string, who: Caller = people.callers.admin) =>
  campDays.restoreDay(db, who, camp, day);
const heads = async (camp: string, day: string) => {
  const [row] = await db.sql<
    [{ heads: Record<string, number> }]
  >`select private.head_count(${day}, ${camp}) as heads`;
  return row.heads;
};
const mailsAbout = (camp: string) => campDays.mailsAbout(db, camp);
const enrollmentOf = async (camp: string) => {
  const [row] = await db.sql<[{ id: string }]>`
    select id from public.camp_enrollments where camp_id = ${camp} and status = 'enrolled' order by created_at limit 1`;
  return row.id;
};
const mark = async (camp: string, day: string, kind: string, undoes: string | null = null) => {
  const id = randomUUID();
  await db.sql`
    insert into public.attendance_marks (id, enrollment_id, day, kind, made_at, undoes, collected_by)
    values (${id}, ${await enrollmentOf(camp)}, ${day}, ${kind}, private.calendar_now(), ${undoes},
      ${kind === 'out' ? 'parent' : null})`;
  return id;
};

test.each(['parent', 'other parent', 'coach', 'visitor'] as const)(
  'a %s may neither preview nor cancel nor restore a day',
  async (role) => {
    const { camp, tuesday } = await runningCamp();
    const who = people.callers[role];
    const states = [
      await sqlState(preview(camp, [tuesday], 'refund', who)),
      await sqlState(cancelDays(camp, [tuesday], {}, 'refund', who)),
      await sqlState(restore(camp, tuesday, who)),
    ];
    expect(new Set(states)).toEqual(new Set([role === 'visitor' ? '42501' : 'PT403']));
    expect(await db.sql`select from public.cancelled_camp_days where camp_id = ${camp}`).toHaveLength(0);
  },
);

test('a day of a running camp is cancelled: no child is expected, the price of one day is refunded, each family gets one mail', async () => {
  const { camp, bought, tuesday, wednesday } = await runningCamp();
  expect(await heads(camp, tuesday)).toMatchObject({ expected: 1 });
  const seen = await preview(camp, [tuesday]);
  const share = Math.floor((bought.total * 2) / PRICE_OF_DAYS) - Math.floor(bought.total / PRICE_OF_DAYS);
  expect(seen).toMatchObject({
    days: 1,
    children: 1,
    families: 1,
    unpaid: 0,
    refund_cents: share,
    left: [],
    mails: 1,
  });
  expect(await afterSale.readRefunds(db, bought.orderId)).toEqual([]);
  expect(await heads(camp, tuesday)).toMatchObject({ expected: 1 });

  expect(await cancelDays(camp, [tuesday], seen)).toEqual(seen);
  expect(await heads(camp, tuesday)).toMatchObject({ here: 0, expected: 0 });
  expect(await heads(camp, wednesday)).toMatchObject({ expected: 1 });
  const [refund, ...more] = await db.sql<
    { amount_cents: number; reason: string; notified: boolean; balance: number }[]
  >`
    select r.amount_cents, r.reason, r.notified, (private.line_balance(r.order_line_id)).balance_cents as balance
    from public.refunds r where r.order_id = ${bought.orderId}`;
  expect(more).toEqual([]);
  // The mail about the day states the refund, and the ledger keeps the price of the other days.
  expect(refund).toEqual({
    amount_cents: share,
    reason: 'cancelled_day',
    notified: true,
    balance: bought.total - share,
  });
  const [mail, ...others] = await mailsAbout(camp);
  expect(others).toEqual([]);
  expect(mail?.payload).toMatchObject({
    kind: 'cancelled',
    children: ['Kai'],
    days: [tuesday],
    reason: 'Haze',
    refund_parts: [{ method: 'online', cents: share }],
  });
  // The same call again, whose first answer was lost, changes nothing.
  expect(await cancelDays(camp, [tuesday], seen)).toMatchObject({ days: 0, refund_cents: 0, mails: 0 });
  expect(await mailsAbout(camp)).toHaveLength(1);
});

test('the shares of all days add up to the price, also on the balance, and a day is never refunded twice', async () => {
  const { camp, bought, tuesday, wednesday } = await runningCamp();
  const first = await preview(camp, [tuesday], 'balance');
  await cancelDays(camp, [tuesday], first, 'balance');
  const balance = async () => {
    const [row] = await db.sql<[{ cents: number }]>`
      select private.balance_of(family_id) as cents from public.orders where id = ${bought.orderId}`;
    return row.cents;
  };
  expect(await balance()).toBe(first.refund_cents);
  expect((await mailsAbout(camp))[0]?.payload).toMatchObject({
    refund_parts: [{ method: 'balance', cents: first.refund_cents }],
  });
  // The day takes place after all. The money stays with the family, and a second cancellation adds none.
  expect(await restore(camp, tuesday)).toMatchObject({ mails: 1 });
  expect(await heads(camp, tuesday)).toMatchObject({ expected: 1 });
  expect((await mailsAbout(camp)).at(-1)?.payload).toMatchObject({ kind: 'held', days: [tuesday] });
  expect(await restore(camp, tuesday)).toEqual({ mails: 0, phones: 0 });
  // The camp's sheet says who decided what.
  const { changes } = await rpc<{ changes: { by: string; before: object; after: object }[] }>(
    db,
    people.callers.admin,
    'get_schedule_place',
    { p_place_id: camp },
  );
  const by = 'admin@example.test';
  expect(changes.slice(0, 2)).toMatchObject([
    { by, before: { cancelled_day: tuesday }, after: { cancelled_day: null } },
    { by, before: { cancelled_day: null }, after: { cancelled_day: tuesday } },
  ]);
  const again = await preview(camp, [tuesday, wednesday], 'balance');
  await cancelDays(camp, [tuesday, wednesday], again, 'balance');
  expect(await balance()).toBe(first.refund_cents + again.refund_cents);
  expect(first.refund_cents + again.refund_cents).toBe(
    bought.total - Math.floor(bought.total / PRICE_OF_DAYS),
  );
});

test('something else instead of money is said in words, and nothing is refunded', async () => {
  const { camp, bought, tuesday } = await runningCamp();
  const seen = await preview(camp, [tuesday], 'other');
  expect(seen.refund_cents).toBe(0);
  await cancelDays(camp, [tuesday], seen, 'other');
  expect(await afterSale.readRefunds(db, bought.orderId)).toEqual([]);
  expect((await mailsAbout(camp))[0]?.payload).toMatchObject({
    instead: 'We play on Saturday instead.',
    refund_parts: [],
  });
  expect(
    await refusal(
      rpc(db, people.callers.admin, 'cancel_camp_days', {
        p_camp_id: camp,
        p_days: [tuesday],
        p_reason: 'Haze',
        p_money: 'other',
        p_expected: seen,
      }),
    ),
  ).toMatchObject({ code: 'invalid_input', field: 'p_instead' });
});

describe('a child', () => {
  test('who is there, or was, refuses it with its name, until the check-in is undone', async () => {
    const { camp, tuesday } = await runningCamp();
    const seen = await preview(camp, [tuesday]);
    const checkedIn = await mark(camp, tuesday, 'in');
    const names = (await refusal(cancelDays(camp, [tuesday], seen))).detail;
    expect(await refusal(preview(camp, [tuesday]))).toMatchObject({
      code: 'child_checked_in',
      detail: names,
    });
    expect(names).toContain('Kai');
    const left = await mark(camp, tuesday, 'out');
    expect(await refusal(preview(camp, [tuesday]))).toMatchObject({ code: 'child_checked_in' });
    await mark(camp, tuesday, 'undo', left);
    await mark(camp, tuesday, 'undo', checkedIn);
    expect(await cancelDays(camp, [tuesday], seen)).toEqual(seen);
    // Marks that were undone leave nobody on the roster of the cancelled day.
    expect(await heads(camp, tuesday)).toMatchObject({ here: 0, out: 0, expected: 0 });
  });

  test('whom a device without a network had checked in is on the head count once the mark arrives', async () => {
    const { camp, tuesday } = await runningCamp();
    await cancelDays(camp, [tuesday], await preview(camp, [tuesday]));
    const { refused } = await rpc<{ refused: unknown[] }>(db, people.callers.admin, 'mark_roster', {
      p_place_id: camp,
      p_day: tuesday,
      p_marks: [
        { id: randomUUID(), entry_id: await enrollmentOf(camp), kind: 'in', made_at: `${tuesday}T00:10:00Z` },
      ],
    });
    expect(refused).toEqual([]);
    expect(await heads(camp, tuesday)).toMatchObject({ here: 1 });
  });

  test('needs no word about its absence on a cancelled day, and its coach is paid for the other days', async () => {
    const { camp, monday, tuesday, wednesday } = await runningCamp();
    await cancelDays(camp, [tuesday], await preview(camp, [tuesday]));
    const enrollment = await enrollmentOf(camp);
    const tell = (day: string) =>
      rpc(db, people.callers.admin, 'tell_absence', {
        p_enrollment_id: enrollment,
        p_day: day,
        p_absent: true,
      });
    expect((await refusal(tell(tuesday))).code).toBe('camp_cancelled');
    expect(await tell(wednesday)).toMatchObject({ absent_days: [wednesday] });
    const [{ coach_id }] = await db.sql<
      [{ coach_id: string }]
    >`select coach_id from public.camp_coaches where camp_id = ${camp}`;
    await stopCalendar(db, `${wednesday}T20:00:00+08:00`);
    const [hours] = await db.sql<[{ days: number }]>`
      select camp_days::int as days from private.report_hours(${monday}, ${wednesday}) where coach_id = ${coach_id}`;
    expect(hours.days).toBe(2);
  });
});

describe('money that staff decide about themselves', () => {
  test('a disputed charge is listed, and the other families get their share', async () => {
    const { camp, bought, tuesday } = await runningCamp();
    await disputes.reportDispute(db, disputes.disputeReport(await disputes.readIntent(db, bought)));
    const seen = await preview(camp, [tuesday]);
    expect(seen).toMatchObject({
      refund_cents: 0,
      left: [{ order_id: bought.orderId, problem: 'disputed' }],
      mails: 1,
    });
  });
});

test('what has changed since the preview, days that are over, all days ahead and days of other camps are refused', async () => {
  const { camp, monday, tuesday } = await runningCamp();
  const seen = await preview(camp, [tuesday]);
  expect(await refusal(cancelDays(camp, [tuesday], { ...seen, refund_cents: 1 }))).toMatchObject({
    code: 'changed_meanwhile',
    field: 'p_expected.refund_cents',
  });
  expect((await refusal(preview(camp, [monday]))).code).toBe('camp_in_past');
  expect((await refusal(preview(camp, ['2020-01-01']))).code).toBe('invalid_input');
  expect((await refusal(preview(randomUUID(), [tuesday]))).code).toBe('place_not_found');
  const ahead = await camps.makeCamp(db, { start: afterSale.dateIn(7 * week++) });
  const [row] = await db.sql<[{ days: string[] }]>`
    select array(select g::date::text from generate_series(start_date, end_date, interval '1 day') g) as days
    from public.camp_weeks where id = ${ahead}`;
  expect(await refusal(preview(ahead, row.days))).toMatchObject({ code: 'invalid_input', field: 'p_days' });
});

test('a camp that lacks a day is not on sale, and phones get a message only if the day is near', async () => {
  const { camp, tuesday, wednesday } = await runningCamp();
  const [before] = await db.sql<
    [{ sold: boolean }]
  >`select private.is_camp_on_sale(w) as sold from public.camp_weeks w where id = ${camp}`;
  expect(before.sold).toBe(true);
  expect((await preview(camp, [wednesday])).phones).toBe(0);
  await cancelDays(camp, [tuesday], await preview(camp, [tuesday]));
  const [after] = await db.sql<
    [{ sold: boolean }]
  >`select private.is_camp_on_sale(w) as sold from public.camp_weeks w where id = ${camp}`;
  expect(after.sold).toBe(false);
});
