import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { PausedPass, PausePreview } from '#contract/family-passes.ts';
import type { Caller } from '#support/database.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import { signedIn } from '#support/sql-details.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { makeUser, refusal, rpc, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
});
beforeEach(async () => {
  await afterSale.startCalendar(db);
  await sellWith({ pause_days: 20, pauses: 2, pause_notice_days: 2 });
});
afterAll(() => db.drop());

const sellWith = (rules: Record<string, number | boolean>) =>
  db.sql`update public.offers set details = details || ${db.sql.json(rules)}`;
const day = afterSale.dateIn;
const daysOf = (first: number, last: number) => ({ p_first_day: day(first), p_last_day: day(last) });
const preview = (who: Caller, passId: string, first: number, last: number) =>
  rpc(db, who, 'preview_pause', { p_pass_id: passId, ...daysOf(first, last) }).then((answer) =>
    v.parse(PausePreview, answer),
  );
const pause = async (
  who: Caller,
  passId: string,
  [first, last]: [number, number],
  more: { p_note?: string; p_booking_ids?: string[] } = {},
) => {
  const { bookings } = await preview(who, passId, first, last);
  return v.parse(
    PausedPass,
    await rpc(db, who, 'pause_pass', {
      p_pass_id: passId,
      ...daysOf(first, last),
      p_booking_ids: bookings.map(({ booking_id }) => booking_id),
      ...more,
    }),
  );
};
const end = (who: Caller, pauseId: string) =>
  rpc(db, who, 'end_pause', { p_pause_id: pauseId }).then((answer) => v.parse(PausedPass, answer));

async function makeHomeWithPass(until: string | null = day(60)) {
  const home = await passes.makeHome(db);
  return { ...home, pass: await passes.makePass(db, home, { until }) };
}
const readMails = (email: string) =>
  db.sql<{ template: string; kind: string | null }[]>`
    select template, payload ->> 'kind' as kind from public.outbox where recipient = ${email} order by created_at`.then(
    (rows) => rows.map(({ template, kind }) => kind ?? template),
  );

describe('a family pauses a pass', () => {
  test('its end moves, booked sessions are cancelled, and the waitlist gets the seat', async () => {
    const home = await makeHomeWithPass();
    const inside = await shop.makeSession(db, { date: day(6) });
    const after = await shop.makeSession(db, { date: day(15) });
    const { booking_id } = await passes.bookSession(db, home, inside);
    await passes.bookSession(db, home, after);
    const waiting = await waitlists.joinWaitlist(db, { session_id: inside });

    const shown = await preview(home.who, home.pass, 5, 14);
    expect(shown).toMatchObject({ days: 10, valid_until: day(70) });
    expect(shown.bookings).toMatchObject([{ booking_id, returns_credit: true }]);
    const paused = await pause(home.who, home.pass, [5, 14]);
    expect(paused).toMatchObject({
      valid_until: day(70),
      pause: {
        days_left: 10,
        times_left: 1,
        planned: [{ first_day: day(5), last_day: day(14), has_begun: false }],
      },
    });
    expect(await passes.countCredits(db, home.pass)).toBe(3);
    expect(await waitlists.viewEntry(db, waiting)).toMatchObject({ status: 'offered' });
    expect((await readMails(home.email)).filter((kind) => kind !== 'class_booked')).toEqual(['paused']);
    const [log] = await db.sql`
      select count(*)::int as n from public.audit_log where table_name = 'pass_pauses' and after ->> 'pass_id' = ${home.pass}`;
    expect(log).toEqual({ n: 1 });
  });

  test('nothing can be booked or moved into the pause, and the list does not offer it', async () => {
    const home = await makeHomeWithPass();
    await pause(home.who, home.pass, [5, 14]);
    const [last, free] = [
      await shop.makeSession(db, { date: day(14) }),
      await shop.makeSession(db, { date: day(15) }),
    ];
    expect(await refusal(passes.bookSession(db, home, last))).toMatchObject({ code: 'pass_paused' });
    expect(await refusal(passes.bookSession(db, home, last, home.pass))).toMatchObject({
      code: 'pass_paused',
    });
    const { booking_id } = await passes.bookSession(db, home, free);
    expect(await refusal(passes.rescheduleBooking(db, home.who, booking_id, last))).toMatchObject({
      code: 'pass_paused',
    });
    const list = await rpc<{ children: { sessions: { session_id: string }[] }[] }>(
      db,
      home.who,
      'list_bookable_sessions',
    );
    const offered = list.children.flatMap(({ sessions }) => sessions.map(({ session_id }) => session_id));
    expect(offered).toContain(free);
    expect(offered).not.toContain(last);
  });

  test.each([
    ['without the notice', [1, 5], 'p_first_day'],
    ['for too many days', [2, 22], 'p_last_day'],
    ['after the last day of the pass', [61, 62], 'p_first_day'],
  ] as const)('not %s', async (_, [first, last], field) => {
    const home = await makeHomeWithPass();
    expect(await refusal(preview(home.who, home.pass, first, last))).toMatchObject({
      code: 'pause_not_allowed',
      field,
    });
  });

  test('not more often than the terms of the sale allow, whatever is published later', async () => {
    const home = await makeHomeWithPass();
    await sellWith({ pauses: 9, pause_days: 99 });
    await pause(home.who, home.pass, [3, 4]);
    expect(await refusal(preview(home.who, home.pass, 4, 8))).toMatchObject({ code: 'pass_paused' });
    await pause(home.who, home.pass, [6, 7]);
    expect(await refusal(preview(home.who, home.pass, 9, 9))).toMatchObject({ code: 'pause_not_allowed' });
  });

  test('not if the terms of its sale have no pause, if it has no end, or if it has ended', async () => {
    await sellWith({ pause_days: 0 });
    const plain = await makeHomeWithPass();
    expect(await refusal(preview(plain.who, plain.pass, 3, 4))).toMatchObject({ code: 'pause_not_allowed' });
    await sellWith({ pause_days: 20 });
    const endless = await makeHomeWithPass(null);
    expect(await refusal(preview(endless.who, endless.pass, 3, 4))).toMatchObject({
      code: 'pause_not_allowed',
    });
    const over = await makeHomeWithPass(day(-1));
    expect(await refusal(preview(over.who, over.pass, 3, 4))).toMatchObject({ code: 'pass_expired' });
  });

  test('a session that was booked meanwhile refuses the pause instead of being cancelled unseen', async () => {
    const home = await makeHomeWithPass();
    await passes.bookSession(db, home, await shop.makeSession(db, { date: day(6) }));
    expect(await refusal(pause(home.who, home.pass, [5, 14], { p_booking_ids: [] }))).toMatchObject({
      code: 'pause_changed',
    });
    expect(await passes.countCredits(db, home.pass)).toBe(3);
  });

  test('a session that it is too late to cancel does not give its credit back', async () => {
    await sellWith({ pause_notice_days: 0 });
    const home = await makeHomeWithPass();
    const session = await shop.makeSession(db, { date: day(1) });
    const { booking_id } = await passes.bookSession(db, home, session);
    await passes.stopCalendarBefore(db, session, '1 hour');
    const shown = await preview(home.who, home.pass, 1, 3);
    expect(shown.bookings).toMatchObject([{ booking_id, returns_credit: false }]);
    await pause(home.who, home.pass, [1, 3]);
    expect(await passes.countCredits(db, home.pass)).toBe(3);
  });
});

describe('a pause ends early', () => {
  test('before it begins, everything is as before and it does not count', async () => {
    const home = await makeHomeWithPass();
    const { pause: view } = await pause(home.who, home.pass, [5, 14]);
    const id = view.planned[0]?.id ?? '';
    expect(await end(home.who, id)).toMatchObject({
      valid_until: day(60),
      pause: { days_left: 20, times_left: 2, planned: [] },
    });
    expect(await refusal(end(home.who, id))).toMatchObject({ code: 'pause_not_found' });
    await passes.bookSession(db, home, await shop.makeSession(db, { date: day(6) }));
  });

  test('after it began, the days until yesterday stay paused', async () => {
    const home = await makeHomeWithPass();
    const { pause: view } = await pause(home.who, home.pass, [5, 14]);
    await passes.stopCalendarBefore(db, await shop.makeSession(db, { date: day(8) }), '1 hour');
    expect(await end(home.who, view.planned[0]?.id ?? '')).toMatchObject({
      valid_until: day(63),
      pause: { days_left: 17, times_left: 1, planned: [] },
    });
  });

  test('not while a session is booked after the day on which the pass would then end', async () => {
    const home = await makeHomeWithPass();
    const { pause: view } = await pause(home.who, home.pass, [5, 14]);
    await passes.bookSession(db, home, await shop.makeSession(db, { date: day(65) }));
    expect(await refusal(end(home.who, view.planned[0]?.id ?? ''))).toMatchObject({ code: 'pause_in_use' });
  });
});

describe('staff', () => {
  test('go beyond the terms with a reason, which the family does not see and which is erased', async () => {
    await sellWith({ pause_days: 0 });
    const home = await makeHomeWithPass();
    expect(await refusal(pause(admin, home.pass, [-5, 30]))).toMatchObject({ field: 'p_note' });
    expect(await pause(admin, home.pass, [-5, 30], { p_note: 'Broken arm' })).toMatchObject({
      valid_until: day(96),
    });
    expect(await sqlState(db.as(home.who, (sql) => sql`select note from public.pass_pauses`))).toBe('42501');
    await db.sql`select private.erase_family_pauses(${home.familyId})`;
    const [row] = await db.sql`select note from public.pass_pauses where pass_id = ${home.pass}`;
    expect(row).toEqual({ note: null });
  });
});

test('a pass that renews is not paused, because its card would be charged for paused days', async () => {
  const bought = await afterSale.buy(db, [{ offer_id: shop.term.id }]);
  const [row] = await db.sql<[{ id: string; child_id: string }]>`
    select id, child_id from public.passes where order_line_id = ${bought.lines[0] ?? ''}`;
  await db.sql`
    insert into public.pass_subscriptions
      (family_id, child_id, offer_id, order_line_id, provider_subscription_id, price_cents, current_period_end)
    values (${bought.familyId}, ${row.child_id}, ${shop.term.id}, ${bought.lines[0] ?? ''}, 'sub_1', 100, now())`;
  for (const status of ['active', 'past_due', 'cancelling']) {
    await db.sql`update public.pass_subscriptions set status = ${status}`;
    expect(await refusal(pause(admin, row.id, [3, 5], { p_note: 'Ill' }))).toMatchObject({
      code: 'pass_renews',
    });
  }
  // The subscription is not reported yet.
  await db.sql`delete from public.pass_subscriptions`;
  await db.sql`update public.order_lines set renews = true where id = ${bought.lines[0] ?? ''}`;
  expect(await refusal(pause(admin, row.id, [3, 5], { p_note: 'Ill' }))).toMatchObject({
    code: 'pass_renews',
  });
});

test('a pause does not improve the refund, and does not take it away', async () => {
  await afterSale.sellWithRules(db, [{ hours_before: 24, percent: 100 }]);
  const bought = await afterSale.buy(db, [{ offer_id: shop.term.id }]);
  const line = bought.lines[0] ?? '';
  const [row] = await db.sql<[{ id: string; end: string }]>`
    select id, valid_until::text as end from public.passes where order_line_id = ${line}`;
  await pause(admin, row.id, [3, 20], { p_note: 'Ill' });
  const refundAt = async (at: string) => {
    const [answer] = await db.sql<[{ refund_cents: number }]>`
      select t.refund_cents from public.order_lines l, private.cancel_terms(l, ${at}) t where l.id = ${line}`;
    return answer.refund_cents;
  };
  // The pass was sold until the end of this day, so the last moment for a refund is 24 hours before.
  expect(await refundAt(`${row.end}T15:59:59Z`.replace(row.end, previousDay(row.end)))).toBe(69700);
  expect(await refundAt(`${previousDay(row.end)}T16:00:01Z`)).toBe(0);
});
const previousDay = (date: string) =>
  new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

test('a stranger, another family, a removed parent and a coach cannot pause or end a pause', async () => {
  const home = await makeHomeWithPass();
  const { pause: view } = await pause(home.who, home.pass, [5, 14]);
  const id = view.planned[0]?.id ?? '';
  const other = await passes.makeHome(db);
  const coach = signedIn(await makeUser(db, 'coach@example.test', ['coach']));
  const second = await passes.addSecondParent(db, home);
  await db.sql`update public.profiles set family_id = null where email = ${second.email}`;
  for (const who of [other.who, coach, second.who]) {
    expect(await refusal(preview(who, home.pass, 16, 17))).toMatchObject({ code: 'pass_not_found' });
    expect(
      await refusal(
        rpc(db, who, 'pause_pass', { p_pass_id: home.pass, ...daysOf(16, 17), p_booking_ids: [] }),
      ),
    ).toMatchObject({ code: 'pass_not_found' });
    expect(await refusal(end(who, id))).toMatchObject({ code: 'pause_not_found' });
  }
  expect(await sqlState(preview(visitor, home.pass, 16, 17))).toBe('42501');
  expect(await sqlState(end(visitor, id))).toBe('42501');
});
