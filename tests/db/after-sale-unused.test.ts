import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { signedIn } from '#support/sql-details.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { cancelSessions, makeUser, refusal, rpc, stopCalendar } from '#support/sql.ts';
import {
  bookSession,
  buyPass,
  readCancelTerms,
  readRefundedCents,
  setOutcome,
  countAsMissed,
  firstLine,
  setPaidDaysAgo,
  passLine,
  makeSession,
  readStatuses,
  useCredits,
} from '#support/sql-unused.ts';

// These passes refund their unused sessions for some days after the purchase.
let db: TestDatabase;
const refundRules = [{ days_after_purchase: 14, percent: 100 }];
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'), camps.tierOffer('ignite'));
});
beforeEach(async () => {
  await afterSale.startCalendar(db);
  await afterSale.sellWithRules(db, refundRules);
});
afterAll(() => db.drop());
const adjust = (bought: afterSale.BoughtOrder, delta: number) => db.sql`
  insert into public.credit_ledger (pass_id, delta, reason, note)
  select id, ${delta}, 'adjusted', 'test' from public.passes where order_line_id = ${firstLine(bought)}`;

describe('the refund ends with the last day', () => {
  test.each([
    ['the first moment of that day', '2026-11-14T16:00:00Z', 14],
    ['its last second', '2026-11-15T15:59:59.999Z', 14],
    ['midnight after it', '2026-11-15T16:00:00Z', 15],
    ['the same moment', '2026-10-31T16:00:00Z', 0],
  ])('%s is day %s after 1 November in Singapore', async (_, at, days) => {
    for (const paid of ['2026-10-31T16:00:00Z', '2026-11-01T15:59:59.999Z']) {
      const [row] = await db.sql`select private.days_since(${paid}, ${at}) as days`;
      expect(row).toEqual({ days });
    }
  });

  test.each([
    ['paid 14 days ago, at its first moment', 14, '00:00', 69700],
    ['paid 14 days ago, at its last', 14, '23:59:59.999', 69700],
    ['paid 15 days ago, a moment before midnight', 15, '23:59:59.999', 0],
  ])('%s', async (_, days, time, refund) => {
    const bought = await buyPass(db);
    await setPaidDaysAgo(db, bought, days, time);
    expect(await readCancelTerms(db, bought)).toEqual({
      refund_cents: refund,
      sessions: { total: 18, unused: 18 },
    });
    await useCredits(db, bought, 'attended');
    // 17 of 18 sessions are unused, and half a cent is rounded up. After the last day a used pass is refused.
    expect((await readCancelTerms(db, bought))?.refund_cents).toBe(refund ? 65828 : undefined);
    const call = afterSale.cancelLines(db, bought, bought.lines, refund ? 65828 : 0);
    if (refund) expect((await call).lines[0]).toMatchObject({ status: 'cancelled', can: { cancel: null } });
    else expect(await refusal(call)).toMatchObject({ code: 'pass_used', field: 'p_line_ids[0]' });
  });

  test('the test calendar of the classes does not matter, because payments use the real clock', async () => {
    const bought = await buyPass(db);
    await stopCalendar(db, `${afterSale.dateIn(19)}T12:00:00Z`);
    expect((await readCancelTerms(db, bought))?.refund_cents).toBe(69700);
  });
});

describe('which sessions are unused', () => {
  test('attended, missed and late-cancelled sessions are used; the others are refunded, and past bookings stay', async () => {
    const bought = await buyPass(db);
    const used = await useCredits(db, bought, 'attended', 'missed', 'late');
    const ahead = await makeSession(db, 1);
    await bookSession(db, bought, ahead);
    const entry = await waitlists.joinWaitlist(db, { session_id: ahead });
    expect(await readCancelTerms(db, bought)).toEqual({
      refund_cents: 58083,
      sessions: { total: 18, unused: 15 },
    });

    const answer = await afterSale.cancelLines(db, bought, bought.lines, 58083);
    expect(answer.lines[0]).toMatchObject({ status: 'cancelled', can: { cancel: null, move: null } });
    expect(await readRefundedCents(db, bought)).toEqual([58083]);
    expect(await readStatuses(db, used)).toEqual(['booked', 'booked', 'cancelled']);
    expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'offered' });
    expect(await refusal(shop.hold(db, ahead, { offer: shop.term }))).toMatchObject({ code: 'session_full' });
    expect(await afterSale.countCredits(db, firstLine(bought))).toBe(0);
    const [left] = await db.sql`
      select count(*) as n from public.bookings b join public.credit_ledger k on k.booking_id = b.id
      join public.passes p on p.id = k.pass_id
      where p.order_line_id = ${firstLine(bought)} and b.status = 'booked' and b.attended is null`;
    expect(left).toEqual({ n: 0 });
    await countAsMissed(db, used);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a session that has begun is used, whether or not anybody took attendance', async () => {
    const session_id = await makeSession(db);
    const bought = await afterSale.buy(db, [{ ...passLine, session_id }]);
    await afterSale.stopBefore(db, session_id, 1);
    expect((await readCancelTerms(db, bought))?.refund_cents).toBe(69700);
    await afterSale.stopBefore(db, session_id, 0);
    expect(await readCancelTerms(db, bought)).toEqual({
      refund_cents: 65828,
      sessions: { total: 18, unused: 17 },
    });
    await afterSale.cancelLines(db, bought, bought.lines, 65828);
    expect(await shop.countSpotsTaken(db, session_id)).toBe(1);
    expect(await afterSale.findFaults(db)).toEqual([]);
    // A reset of the calendar puts this session into the future again, so only an attendance mark keeps its credit
    // used.
    await db.sql`update public.bookings set attended = true where session_id = ${session_id}`;
  });

  test('a parent cannot cancel a pass whose sessions are all used', async () => {
    await db.sql`update public.offers set details = details || '{"sessions": 2}' where id = ${shop.term.id}`;
    const first = await makeSession(db);
    const bought = await afterSale.buy(db, [{ ...passLine, session_id: first }]);
    await useCredits(db, bought, 'attended');
    expect((await readCancelTerms(db, bought))?.sessions).toEqual({ total: 2, unused: 1 });
    await afterSale.stopBefore(db, first, 0);
    expect(await readCancelTerms(db, bought)).toBeNull();
    expect(await refusal(afterSale.cancelLines(db, bought, bought.lines, 0))).toMatchObject({
      code: 'pass_used',
    });
    await db.sql`update public.offers set details = details || '{"sessions": 18}' where id = ${shop.term.id}`;
  });

  test('a moved session counts as unused, and moving does not reduce the refund', async () => {
    const bought = await buyPass(db);
    const to = await afterSale.makeSession(db, afterSale.dateIn(30));
    await afterSale.moveLine(db, bought, firstLine(bought), { session_id: to });
    expect((await readCancelTerms(db, bought))?.refund_cents).toBe(69700);
    await afterSale.stopBefore(db, to, 0);
    expect((await readCancelTerms(db, bought))?.refund_cents).toBe(65828);
  });

  test('a class that we cancelled returns its credit and counts as unused', async () => {
    const session_id = await makeSession(db);
    const bought = await afterSale.buy(db, [{ ...passLine, session_id }]);
    await useCredits(db, bought, 'attended');
    await cancelSessions(db, session_id);
    expect(await readCancelTerms(db, bought)).toEqual({
      refund_cents: 65828,
      sessions: { total: 18, unused: 17 },
    });
    await afterSale.cancelLines(db, bought, bought.lines, 65828);
    expect(await afterSale.countCredits(db, firstLine(bought))).toBe(0);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('credits that staff added are not refunded, and credits that staff removed reduce the refund', async () => {
    const adjustedPass = await buyPass(db);
    await useCredits(db, adjustedPass, 'attended');
    await adjust(adjustedPass, 3);
    expect((await readCancelTerms(db, adjustedPass))?.sessions).toEqual({ total: 18, unused: 17 });
    const taken = await buyPass(db);
    await adjust(taken, -3);
    expect(await readCancelTerms(db, taken)).toEqual({
      refund_cents: 58083,
      sessions: { total: 18, unused: 15 },
    });
    await afterSale.cancelLines(db, taken, taken.lines, 58083);
    expect(await afterSale.countCredits(db, firstLine(taken))).toBe(0);
  });

  test('a session that was marked before it began can be moved; cancelled after its pass, it returns its credit', async () => {
    const admin = signedIn(await makeUser(db, 'rolls@example.test', ['admin']));
    const session_id = await makeSession(db);
    const bought = await afterSale.buy(db, [{ ...passLine, session_id }]);
    const [{ id }] = await db.sql<
      [{ id: string }]
    >`select id from public.bookings where session_id = ${session_id}`;
    await setOutcome.attended(db, id);
    await afterSale.cancelLines(
      db,
      bought,
      bought.lines,
      (await readCancelTerms(db, bought))?.refund_cents ?? 0,
    );
    const moved = await rpc<{ booking_id: string }>(db, admin, 'reschedule_booking', {
      p_booking_id: id,
      p_session_id: await makeSession(db),
    });
    expect(await afterSale.findFaults(db)).toEqual([]);
    await rpc(db, admin, 'cancel_booking', { p_booking_id: moved.booking_id });
    expect([await afterSale.countCredits(db, firstLine(bought)), await afterSale.findFaults(db)]).toEqual([
      1,
      [],
    ]);
    // A credit beyond the returned one belongs to nobody, so the invariant reports it.
    await adjust(bought, 1);
    expect(await afterSale.findFaults(db)).toEqual([expect.stringMatching(/^cancelled_with_credits /)]);
    await adjust(bought, -1);
  });

  test('a missed session with a make-up stays used, and a cancelled pass gets no more credits', async () => {
    const admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
    await db.sql`update public.offers set details = details || '{"make_ups": 2}' where id = ${shop.term.id}`;
    const bought = await buyPass(db);
    const [first = '', second = ''] = await useCredits(db, bought, 'missed', 'missed');
    const claim = (id: string) => rpc(db, admin, 'claim_make_up', { p_booking_id: id });
    await db.sql`update public.bookings set status = 'cancelled' where id = any (${[first, second]})`;
    await claim(first);
    expect((await readCancelTerms(db, bought))?.sessions).toEqual({ total: 18, unused: 16 });
    await afterSale.cancelLines(db, bought, bought.lines, 61956);
    expect(await afterSale.countCredits(db, firstLine(bought))).toBe(0);
    expect(await refusal(claim(second))).toMatchObject({ code: 'line_closed', field: 'p_booking_id' });
    const [row] = await db.sql<[{ id: string }]>`
      select id from public.passes where order_line_id = ${firstLine(bought)}`;
    const grant = rpc(db, admin, 'grant_credit', { p_pass_id: row.id, p_delta: 1, p_note: 'sorry' });
    expect(await refusal(grant)).toMatchObject({ code: 'line_closed', field: 'p_pass_id' });
    await countAsMissed(db, [second]);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });
});

test('the mail lists the cancelled upcoming sessions and gives only the number of the used ones', async () => {
  const first = await makeSession(db);
  const bought = await afterSale.buy(db, [{ ...passLine, session_id: first }]);
  const ahead = await afterSale.makeSession(db, afterSale.dateIn(27));
  await bookSession(db, bought, ahead);
  await afterSale.stopBefore(db, first, 0);
  await afterSale.cancelLines(db, bought, bought.lines, 65828);
  const [mail] = await db.sql<[{ cancelled: { sessions: { session_id: string }[] } }]>`
    select payload -> 'cancelled' as cancelled from public.outbox m join public.orders o on o.number = m.payload ->> 'number'
    where o.id = ${bought.orderId} and m.template = 'order_cancelled'`;
  expect(mail.cancelled).toMatchObject({
    refund_cents: 65828,
    passes: [{ line_id: firstLine(bought), total: 18, used: 1, unused: 17, ends_renewal: false }],
  });
  expect(mail.cancelled.sessions.map(({ session_id }) => session_id)).toEqual([ahead]);
});

test('the mail does not count credits that staff removed as used', async () => {
  const bought = await buyPass(db);
  await db.sql`
    insert into public.credit_ledger (pass_id, delta, reason, note)
    select id, -3, 'adjusted', 'test' from public.passes where order_line_id = ${firstLine(bought)}`;
  await afterSale.cancelLines(db, bought, bought.lines, 58083);
  const [mail] = await db.sql`
    select payload #> '{cancelled,passes,0}' as pass from public.outbox m
    join public.orders o on o.number = m.payload ->> 'number'
    where o.id = ${bought.orderId} and m.template = 'order_cancelled'`;
  expect(mail?.['pass']).toMatchObject({ total: 18, used: 0, unused: 15 });
});
