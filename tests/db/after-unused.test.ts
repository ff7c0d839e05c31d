import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as after from '#support/sql-after.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { signedIn } from '#support/sql-details.ts';
import { mark } from '#support/sql-roster.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import * as x from '#support/sql.ts';
import {
  book,
  buy,
  canCancel,
  cents,
  outcomes,
  countAsMissed,
  lineOf,
  paidAgo,
  pass,
  session,
  statusOf,
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
  await after.startCalendar(db);
  await after.sellWithRules(db, refundRules);
});
afterAll(() => db.drop());
const refused = (call: Promise<unknown>) => x.refusal(call);
const adjust = (bought: after.Bought, delta: number) => db.sql`
  insert into public.credit_ledger (pass_id, delta, reason, note)
  select id, ${delta}, 'adjusted', 'test' from public.passes where order_line_id = ${lineOf(bought)}`;

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
    const bought = await buy(db);
    await paidAgo(db, bought, days, time);
    expect(await canCancel(db, bought)).toEqual({
      refund_cents: refund,
      sessions: { total: 18, unused: 18 },
    });
    await useCredits(db, bought, 'attended');
    // 17 of 18 sessions are unused, and half a cent is rounded up. After the last day a used pass is refused.
    expect((await canCancel(db, bought))?.refund_cents).toBe(refund ? 65828 : undefined);
    const call = after.cancel(db, bought, bought.lines, refund ? 65828 : 0);
    if (refund) expect((await call).lines[0]).toMatchObject({ status: 'cancelled', can: { cancel: null } });
    else expect(await refused(call)).toMatchObject({ code: 'pass_used', field: 'p_line_ids[0]' });
  });

  test('the test calendar of the classes does not matter, because payments use the real clock', async () => {
    const bought = await buy(db);
    await x.stopCalendar(db, `${after.dateIn(19)}T12:00:00Z`);
    expect((await canCancel(db, bought))?.refund_cents).toBe(69700);
  });
});

describe('which sessions are unused', () => {
  test('attended, missed and late-cancelled sessions are used; the others are refunded, and past bookings stay', async () => {
    const bought = await buy(db);
    const used = await useCredits(db, bought, 'attended', 'missed', 'late');
    const ahead = await session(db, 1);
    await book(db, bought, ahead);
    const entry = await waitlists.join(db, { session_id: ahead });
    expect(await canCancel(db, bought)).toEqual({ refund_cents: 58083, sessions: { total: 18, unused: 15 } });

    const answer = await after.cancel(db, bought, bought.lines, 58083);
    expect(answer.lines[0]).toMatchObject({ status: 'cancelled', can: { cancel: null, move: null } });
    expect(await cents(db, bought)).toEqual([58083]);
    expect(await statusOf(db, used)).toEqual(['booked', 'booked', 'cancelled']);
    expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'offered' });
    expect(await refused(shop.hold(db, ahead, { offer: shop.term }))).toMatchObject({ code: 'session_full' });
    expect(await after.balanceOf(db, lineOf(bought))).toBe(0);
    const [left] = await db.sql`
      select count(*) as n from public.bookings b join public.credit_ledger k on k.booking_id = b.id
      join public.passes p on p.id = k.pass_id
      where p.order_line_id = ${lineOf(bought)} and b.status = 'booked' and b.attended is null`;
    expect(left).toEqual({ n: 0 });
    await countAsMissed(db, used);
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('a session that has begun is used, whether or not anybody took attendance', async () => {
    const session_id = await session(db);
    const bought = await after.buy(db, [{ ...pass, session_id }]);
    await after.stopBefore(db, session_id, 1);
    expect((await canCancel(db, bought))?.refund_cents).toBe(69700);
    await after.stopBefore(db, session_id, 0);
    expect(await canCancel(db, bought)).toEqual({ refund_cents: 65828, sessions: { total: 18, unused: 17 } });
    await after.cancel(db, bought, bought.lines, 65828);
    expect(await shop.seatsTaken(db, session_id)).toBe(1);
    expect(await after.findFaults(db)).toEqual([]);
    // A reset of the calendar puts this session into the future again, so only an attendance mark keeps its credit
    // used.
    await db.sql`update public.bookings set attended = true where session_id = ${session_id}`;
  });

  test('a parent cannot cancel a pass whose sessions are all used', async () => {
    await db.sql`update public.offers set details = details || '{"sessions": 2}' where id = ${shop.term.id}`;
    const first = await session(db);
    const bought = await after.buy(db, [{ ...pass, session_id: first }]);
    await useCredits(db, bought, 'attended');
    expect((await canCancel(db, bought))?.sessions).toEqual({ total: 2, unused: 1 });
    await after.stopBefore(db, first, 0);
    expect(await canCancel(db, bought)).toBeNull();
    expect(await refused(after.cancel(db, bought, bought.lines, 0))).toMatchObject({ code: 'pass_used' });
    await db.sql`update public.offers set details = details || '{"sessions": 18}' where id = ${shop.term.id}`;
  });

  test('a moved session counts as unused, and moving does not reduce the refund', async () => {
    const bought = await buy(db);
    const to = await after.session(db, after.dateIn(30));
    await after.move(db, bought, lineOf(bought), { session_id: to });
    expect((await canCancel(db, bought))?.refund_cents).toBe(69700);
    await after.stopBefore(db, to, 0);
    expect((await canCancel(db, bought))?.refund_cents).toBe(65828);
  });

  test('a class that we cancelled returns its credit and counts as unused', async () => {
    const session_id = await session(db);
    const bought = await after.buy(db, [{ ...pass, session_id }]);
    await useCredits(db, bought, 'attended');
    await x.cancelSessions(db, session_id);
    expect(await canCancel(db, bought)).toEqual({ refund_cents: 65828, sessions: { total: 18, unused: 17 } });
    await after.cancel(db, bought, bought.lines, 65828);
    expect(await after.balanceOf(db, lineOf(bought))).toBe(0);
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('credits that staff added are not refunded, and credits that staff removed reduce the refund', async () => {
    const adjustedPass = await buy(db);
    await useCredits(db, adjustedPass, 'attended');
    await adjust(adjustedPass, 3);
    expect((await canCancel(db, adjustedPass))?.sessions).toEqual({ total: 18, unused: 17 });
    const taken = await buy(db);
    await adjust(taken, -3);
    expect(await canCancel(db, taken)).toEqual({ refund_cents: 58083, sessions: { total: 18, unused: 15 } });
    await after.cancel(db, taken, taken.lines, 58083);
    expect(await after.balanceOf(db, lineOf(taken))).toBe(0);
  });

  test('a session that was marked before it began can be moved; cancelled after its pass, it returns its credit', async () => {
    const admin = signedIn(await x.makeUser(db, 'rolls@example.test', ['admin']));
    const session_id = await session(db);
    const bought = await after.buy(db, [{ ...pass, session_id }]);
    const [{ id }] = await db.sql<
      [{ id: string }]
    >`select id from public.bookings where session_id = ${session_id}`;
    await outcomes.attended(db, id);
    await after.cancel(db, bought, bought.lines, (await canCancel(db, bought))?.refund_cents ?? 0);
    const moved = await x.rpc<{ booking_id: string }>(db, admin, 'reschedule_booking', {
      p_booking_id: id,
      p_session_id: await session(db),
    });
    expect(await after.findFaults(db)).toEqual([]);
    await x.rpc(db, admin, 'cancel_booking', { p_booking_id: moved.booking_id });
    expect([await after.balanceOf(db, lineOf(bought)), await after.findFaults(db)]).toEqual([1, []]);
    // A credit beyond the returned one belongs to nobody, so the invariant reports it.
    await adjust(bought, 1);
    expect(await after.findFaults(db)).toEqual([expect.stringMatching(/^cancelled_with_credits /)]);
    await adjust(bought, -1);
  });

  test('a missed session with a make-up stays used, and a cancelled pass gets no more credits', async () => {
    const admin = signedIn(await x.makeUser(db, 'admin@example.test', ['admin']));
    await db.sql`update public.offers set details = details || '{"make_ups": 2}' where id = ${shop.term.id}`;
    const bought = await buy(db);
    const [first = '', second = ''] = await useCredits(db, bought, 'missed', 'missed');
    const claim = (id: string) => x.rpc(db, admin, 'claim_make_up', { p_booking_id: id });
    await db.sql`update public.bookings set status = 'cancelled' where id = any (${[first, second]})`;
    await claim(first);
    expect((await canCancel(db, bought))?.sessions).toEqual({ total: 18, unused: 16 });
    await after.cancel(db, bought, bought.lines, 61956);
    expect(await after.balanceOf(db, lineOf(bought))).toBe(0);
    expect(await refused(claim(second))).toMatchObject({ code: 'line_closed', field: 'p_booking_id' });
    const [row] = await db.sql<[{ id: string }]>`
      select id from public.passes where order_line_id = ${lineOf(bought)}`;
    const grant = x.rpc(db, admin, 'grant_credit', { p_pass_id: row.id, p_delta: 1, p_note: 'sorry' });
    expect(await refused(grant)).toMatchObject({ code: 'line_closed', field: 'p_pass_id' });
    await countAsMissed(db, [second]);
    expect(await after.findFaults(db)).toEqual([]);
  });
});

describe('concurrent calls', () => {
  test('three parallel calls for the same cancellation make one refund, and the other two are refused', async () => {
    const bought = await buy(db);
    const used = await useCredits(db, bought, 'attended', 'late');
    const call = () => after.cancel(db, bought, bought.lines, 61956);
    const gate = { table: 'orders', id: bought.orderId } as const;
    const { won, lost } = await x.atOnce(db, gate, [call, call, call]);
    expect([won.length, lost]).toEqual([1, ['line_closed', 'line_closed']]);
    expect(await cents(db, bought)).toEqual([61956]);
    expect(await after.balanceOf(db, lineOf(bought))).toBe(0);
    await countAsMissed(db, used);
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('if attendance is taken at the same time, the second call decides by the result of the first', async () => {
    const session_id = await session(db);
    const bought = await after.buy(db, [{ ...pass, session_id }]);
    const [booking] = await db.sql<[{ id: string }]>`
      select id from public.bookings where session_id = ${session_id}`;
    const admin = signedIn(await x.makeUser(db, 'roll@example.test', ['admin']));
    const roll = () => mark(db, admin, [booking.id], 'in');
    const { won, lost } = await x.atOnce<unknown>(db, { table: 'sessions', id: session_id }, [
      roll,
      () => after.cancel(db, bought, bought.lines, 69700),
    ]);
    expect(won).toHaveLength(1);
    expect([['refund_changed'], ['booking_not_found']]).toContainEqual(lost);
    const [status] = await statusOf(db, [booking.id]);
    expect([status, await cents(db, bought)]).toEqual(
      lost[0] === 'refund_changed' ? ['booked', []] : ['cancelled', [69700]],
    );
  });

  test('if a credit is spent at the same time, its booking is cancelled too, or there is no credit left', async () => {
    const bought = await buy(db);
    await useCredits(db, bought, 'attended');
    const other = await session(db);
    const [place] = await db.sql<[{ id: string; child_id: string }]>`
      select id, child_id from public.passes where order_line_id = ${lineOf(bought)}`;
    const admin = await x.makeUser(db, 'books@example.test', ['admin']);
    const spend = () =>
      x.rpc(db, { role: 'authenticated', sub: admin }, 'book_session', {
        p_child_id: place.child_id,
        p_session_id: other,
        p_pass_id: place.id,
      });
    const { lost } = await x.atOnce<unknown>(db, { table: 'passes', id: place.id }, [
      spend,
      () => after.cancel(db, bought, bought.lines, 65828),
    ]);
    expect([[], ['no_credit']]).toContainEqual(lost);
    expect(await refused(spend())).toMatchObject({ code: 'no_credit' });
    expect(await cents(db, bought)).toEqual([65828]);
    expect(await shop.seatsTaken(db, other)).toBe(0);
    expect(await after.balanceOf(db, lineOf(bought))).toBe(0);
    expect(await after.findFaults(db)).toEqual([]);
  });
});

test('the mail lists the cancelled upcoming sessions and gives only the number of the used ones', async () => {
  const first = await session(db);
  const bought = await after.buy(db, [{ ...pass, session_id: first }]);
  const ahead = await after.session(db, after.dateIn(27));
  await book(db, bought, ahead);
  await after.stopBefore(db, first, 0);
  await after.cancel(db, bought, bought.lines, 65828);
  const [mail] = await db.sql<[{ cancelled: { sessions: { session_id: string }[] } }]>`
    select payload -> 'cancelled' as cancelled from public.outbox m join public.orders o on o.number = m.payload ->> 'number'
    where o.id = ${bought.orderId} and m.template = 'order_cancelled'`;
  expect(mail.cancelled).toMatchObject({
    refund_cents: 65828,
    passes: [{ line_id: lineOf(bought), total: 18, used: 1, unused: 17, ends_renewal: false }],
  });
  expect(mail.cancelled.sessions.map(({ session_id }) => session_id)).toEqual([ahead]);
});

test('the mail does not count credits that staff removed as used', async () => {
  const bought = await buy(db);
  await db.sql`
    insert into public.credit_ledger (pass_id, delta, reason, note)
    select id, -3, 'adjusted', 'test' from public.passes where order_line_id = ${lineOf(bought)}`;
  await after.cancel(db, bought, bought.lines, 58083);
  const [mail] = await db.sql`
    select payload #> '{cancelled,passes,0}' as pass from public.outbox m
    join public.orders o on o.number = m.payload ->> 'number'
    where o.id = ${bought.orderId} and m.template = 'order_cancelled'`;
  expect(mail?.['pass']).toMatchObject({ total: 18, used: 0, unused: 15 });
});
