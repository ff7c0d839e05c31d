import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderView } from '../../supabase/functions/_shared/contract/orders.ts';
import * as after from '../support/sql-after.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import * as camps from '../support/sql-camps.ts';
import { signedIn } from '../support/sql-details.ts';
import * as shop from '../support/sql-selling.ts';
import * as waitlists from '../support/sql-waitlists.ts';
import * as x from '../support/sql.ts';

// A pass that gives back what is unused, for so many days after its purchase.
let db: TestDatabase;
const within = [{ days_after_purchase: 14, percent: 100 }];
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'), camps.tierOffer('ignite'));
});
beforeEach(async () => {
  await after.startCalendar(db);
  await after.sellWithRules(db, within);
});
afterAll(() => db.drop());

const session = (capacity = 4) => after.session(db, after.day(20), capacity);
const pass = { offer_id: shop.term.id };
const buy = async () => after.buy(db, [{ ...pass, session_id: await session() }]);
const lineOf = ({ lines }: after.Bought) => lines[0] ?? '';
const canCancel = async (bought: after.Bought) => (await after.view(db, bought)).lines[0]?.can.cancel;
const refused = (call: Promise<unknown>) => x.refusal(call);
const cents = async (bought: after.Bought) =>
  (await after.refundsOf(db, bought.orderId)).map((refund) => refund.cents);

/** Another booking with a credit of the pass: its id. */
async function book(bought: after.Bought, session_id?: string): Promise<string> {
  const place = session_id ?? (await session());
  const [row] = await db.sql<[{ id: string }]>`
    select private.book(${place}, p.child_id, p.family_id, p.id) as id
    from public.passes p where p.order_line_id = ${lineOf(bought)}`;
  return row.id;
}
/** What becomes of the next booking of the pass. */
const fates = {
  attended: (id: string) => db.sql`update public.bookings set attended = true where id = ${id}`,
  missed: (id: string) => db.sql`update public.bookings set attended = false where id = ${id}`,
  // Too late for its credit to come back.
  late: (id: string) => db.sql`update public.bookings set status = 'cancelled' where id = ${id}`,
};
async function use(bought: after.Bought, ...fate: (keyof typeof fates)[]): Promise<string[]> {
  const ids: string[] = [];
  for (const one of fate) {
    const id = await book(bought);
    await fates[one](id);
    ids.push(id);
  }
  return ids;
}
/** As if it had been paid so many days ago in Singapore, at that time of the day. */
const paidAgo = (bought: after.Bought, days: number, time: string) =>
  db.sql`update public.orders set paid_at =
      ((clock_timestamp() at time zone private.time_zone())::date - ${days}::integer + ${time}::time)
        at time zone private.time_zone()
    where id = ${bought.orderId}`;
/** The checks of all books know no booking that was given back too late: it was missed. */
const forgive = (ids: string[]) =>
  db.sql`update public.bookings set status = 'booked', attended = coalesce(attended, false) where id = any (${ids})`;
const adjust = (bought: after.Bought, delta: number) => db.sql`
  insert into public.credit_ledger (pass_id, delta, reason, note)
  select id, ${delta}, 'adjusted', 'test' from public.passes where order_line_id = ${lineOf(bought)}`;
const statusOf = async (ids: string[]) => {
  const rows = await db.sql<{ status: string }[]>`
    select status from public.bookings where id = any (${ids}) order by array_position(${ids}::uuid[], id)`;
  return rows.map(({ status }) => status);
};

describe('until the end of the day', () => {
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
    const bought = await buy();
    await paidAgo(bought, days, time);
    expect(await canCancel(bought)).toEqual({
      refund_cents: refund,
      sessions: { total: 18, unused: 18 },
    });
    await use(bought, 'attended');
    // 17 of 18, half a cent and more upwards; and after the last day as ever.
    expect((await canCancel(bought))?.refund_cents).toBe(refund ? 65828 : undefined);
    const call = after.cancel(db, bought, bought.lines, refund ? 65828 : 0);
    if (refund) expect((await call).lines[0]).toMatchObject({ status: 'cancelled', can: { cancel: null } });
    else expect(await refused(call)).toMatchObject({ code: 'pass_used', field: 'p_line_ids[0]' });
  });

  test('whatever the calendar of the classes says: payments have their own clock', async () => {
    const bought = await buy();
    await x.stopCalendar(db, `${after.day(19)}T12:00:00Z`);
    expect((await canCancel(bought))?.refund_cents).toBe(69700);
  });
});

describe('what is unused', () => {
  test('attended, missed and given back too late are used; the rest is paid back, and history stays', async () => {
    const bought = await buy();
    const used = await use(bought, 'attended', 'missed', 'late');
    const ahead = await session(1);
    await book(bought, ahead);
    const entry = await waitlists.join(db, { session_id: ahead });
    expect(await canCancel(bought)).toEqual({ refund_cents: 58083, sessions: { total: 18, unused: 15 } });

    const answer = await after.cancel(db, bought, bought.lines, 58083);
    expect(answer.lines[0]).toMatchObject({ status: 'cancelled', can: { cancel: null, move: null } });
    expect(await cents(bought)).toEqual([58083]);
    expect(await statusOf(used)).toEqual(['booked', 'booked', 'cancelled']);
    expect(await waitlists.look(db, entry)).toMatchObject({ status: 'offered' });
    expect(await refused(shop.hold(db, ahead, { offer: shop.term }))).toMatchObject({ code: 'session_full' });
    expect(await after.balanceOf(db, lineOf(bought))).toBe(0);
    const [left] = await db.sql`
      select count(*) as n from public.bookings b join public.credit_ledger k on k.booking_id = b.id
      join public.passes p on p.id = k.pass_id
      where p.order_line_id = ${lineOf(bought)} and b.status = 'booked' and b.attended is null`;
    expect(left).toEqual({ n: 0 });
    await forgive(used);
    expect(await after.broken(db)).toEqual([]);
  });

  test('a session that has begun is used, whether or not anybody took the roll', async () => {
    const session_id = await session();
    const bought = await after.buy(db, [{ ...pass, session_id }]);
    await after.stopBefore(db, session_id, 1);
    expect((await canCancel(bought))?.refund_cents).toBe(69700);
    await after.stopBefore(db, session_id, 0);
    expect(await canCancel(bought)).toEqual({ refund_cents: 65828, sessions: { total: 18, unused: 17 } });
    await after.cancel(db, bought, bought.lines, 65828);
    expect(await shop.seatsTaken(db, session_id)).toBe(1);
    expect(await after.broken(db)).toEqual([]);
    // The calendar goes back: what has begun must have been.
    await db.sql`update public.bookings set attended = true where session_id = ${session_id}`;
  });

  test('all of it used: there is nothing to give back', async () => {
    await db.sql`update public.offers set details = details || '{"sessions": 2}' where id = ${shop.term.id}`;
    const first = await session();
    const bought = await after.buy(db, [{ ...pass, session_id: first }]);
    await use(bought, 'attended');
    expect((await canCancel(bought))?.sessions).toEqual({ total: 2, unused: 1 });
    await after.stopBefore(db, first, 0);
    expect(await canCancel(bought)).toBeNull();
    expect(await refused(after.cancel(db, bought, bought.lines, 0))).toMatchObject({ code: 'pass_used' });
    await db.sql`update public.offers set details = details || '{"sessions": 18}' where id = ${shop.term.id}`;
  });

  test('a moved session is no used one, and the old rule about moving stays away', async () => {
    const bought = await buy();
    const to = await after.session(db, after.day(30));
    await after.move(db, bought, lineOf(bought), { session_id: to });
    expect((await canCancel(bought))?.refund_cents).toBe(69700);
    await after.stopBefore(db, to, 0);
    expect((await canCancel(bought))?.refund_cents).toBe(65828);
  });

  test('a class that we called off gives its credit back, and counts as unused', async () => {
    const session_id = await session();
    const bought = await after.buy(db, [{ ...pass, session_id }]);
    await use(bought, 'attended');
    await x.rpc(db, x.service, 'cancel_session', { p_session_id: session_id });
    expect(await canCancel(bought)).toEqual({ refund_cents: 65828, sessions: { total: 18, unused: 17 } });
    await after.cancel(db, bought, bought.lines, 65828);
    expect(await after.balanceOf(db, lineOf(bought))).toBe(0);
    expect(await after.broken(db)).toEqual([]);
  });

  test('credits that staff gave on top are not paid back, those that they took are', async () => {
    const given = await buy();
    await use(given, 'attended');
    await adjust(given, 3);
    expect((await canCancel(given))?.sessions).toEqual({ total: 18, unused: 17 });
    const taken = await buy();
    await adjust(taken, -3);
    expect(await canCancel(taken)).toEqual({ refund_cents: 58083, sessions: { total: 18, unused: 15 } });
    await after.cancel(db, taken, taken.lines, 58083);
    expect(await after.balanceOf(db, lineOf(taken))).toBe(0);
  });

  test('a session marked before its time, and taken back after all, is the family’s again', async () => {
    const admin = signedIn(await x.makeUser(db, 'rolls@example.test', ['admin']));
    const session_id = await session();
    const bought = await after.buy(db, [{ ...pass, session_id }]);
    const [{ id }] = await db.sql<
      [{ id: string }]
    >`select id from public.bookings where session_id = ${session_id}`;
    await fates.attended(id);
    await after.cancel(db, bought, bought.lines, (await canCancel(bought))?.refund_cents ?? 0);
    const moved = await x.rpc<{ booking_id: string }>(db, admin, 'reschedule_booking', {
      p_booking_id: id,
      p_session_id: await session(),
    });
    expect(await after.broken(db)).toEqual([]);
    await x.rpc(db, admin, 'cancel_booking', { p_booking_id: moved.booking_id });
    expect([await after.balanceOf(db, lineOf(bought)), await after.broken(db)]).toEqual([1, []]);
    // One more than came back is nobody's.
    await adjust(bought, 1);
    expect(await after.broken(db)).toEqual([expect.stringMatching(/^given_back_with_credits /)]);
    await adjust(bought, -1);
  });

  test('a missed session that was made up stays used, and nothing comes to a pass that was given back', async () => {
    const admin = signedIn(await x.makeUser(db, 'admin@example.test', ['admin']));
    await db.sql`update public.offers set details = details || '{"make_ups": 2}' where id = ${shop.term.id}`;
    const bought = await buy();
    const [first = '', second = ''] = await use(bought, 'missed', 'missed');
    const claim = (id: string) => x.rpc(db, admin, 'claim_make_up', { p_booking_id: id });
    await db.sql`update public.bookings set status = 'cancelled' where id = any (${[first, second]})`;
    await claim(first);
    expect((await canCancel(bought))?.sessions).toEqual({ total: 18, unused: 16 });
    await after.cancel(db, bought, bought.lines, 61956);
    expect(await after.balanceOf(db, lineOf(bought))).toBe(0);
    expect(await refused(claim(second))).toMatchObject({ code: 'line_closed', field: 'p_booking_id' });
    const [row] = await db.sql<[{ id: string }]>`
      select id from public.passes where order_line_id = ${lineOf(bought)}`;
    const grant = x.rpc(db, admin, 'grant_credit', { p_pass_id: row.id, p_delta: 1, p_note: 'sorry' });
    expect(await refused(grant)).toMatchObject({ code: 'line_closed', field: 'p_pass_id' });
    await forgive([second]);
    expect(await after.broken(db)).toEqual([]);
  });
});

describe('how much', () => {
  test('the first rule that fits decides; of a used pass only what counts from the purchase is left', async () => {
    await after.sellWithRules(db, [
      { hours_before: 48, percent: 80 },
      { days_after_purchase: 7, percent: 60 },
      { hours_before: 24, percent: 50 },
      { days_after_purchase: 14, percent: 30 },
    ]);
    const session_id = await session();
    const bought = await after.buy(db, [{ ...pass, session_id }]);
    const now = async () => (await canCancel(bought))?.refund_cents;
    expect(await now()).toBe(55760);
    await after.stopBefore(db, session_id, 30 * 3600);
    expect(await now()).toBe(41820);
    await paidAgo(bought, 8, '12:00');
    expect(await now()).toBe(34850);
    await after.stopBefore(db, session_id, 3600);
    expect(await now()).toBe(20910);
    await use(bought, 'attended');
    expect(await now()).toBe(19748);
    await paidAgo(bought, 7, '12:00');
    expect(await now()).toBe(39497);
  });

  test('half a cent is the parent’s', async () => {
    await after.sellWithRules(db, [{ days_after_purchase: 1, percent: 50 }]);
    await db.sql`update public.offers set price_cents = 3798 where id = ${shop.term.id}`;
    const bought = await buy();
    await use(bought, 'missed');
    // 17 × S$2.11 are 3587 cents, and half of that 1793.5.
    expect((await canCancel(bought))?.refund_cents).toBe(1794);
    await db.sql`update public.offers set price_cents = 69700 where id = ${shop.term.id}`;
  });

  test('of what was paid, with a code less', async () => {
    await db.sql`insert into public.promotion_codes (code, percent) values ('TENTH', 10)`;
    const session_id = await session();
    const order = await x.rpc<OrderView>(db, x.visitor, 'hold_order', {
      p_order: { lines: [{ ...pass, session_id, child: 0 }], children: [{}], code: 'tenth' },
    });
    expect(order.total_cents).toBe(62730);
    const paid = await shop.toPayment(db, order);
    await shop.confirm(db, shop.paymentOf(paid));
    const bought = await after.boughtOf(db, paid.orderId);
    await use(bought, 'attended', 'attended');
    expect((await canCancel(bought))?.refund_cents).toBe(55760);
    await after.cancel(db, bought, bought.lines, 55760);
    expect(await after.broken(db)).toEqual([]);
  });

  test('what staff paid back before is not paid twice', async () => {
    const bought = await buy();
    await use(bought, 'attended');
    const goodwill = { p_line_id: lineOf(bought), p_cents: 60000, p_reason: 'goodwill' };
    await x.rpc(db, x.service, 'refund_line', goodwill);
    expect((await canCancel(bought))?.refund_cents).toBe(5828);
    await x.rpc(db, x.service, 'refund_line', { ...goodwill, p_cents: 9000 });
    expect((await canCancel(bought))?.refund_cents).toBe(0);
    await after.cancel(db, bought, bought.lines, 0);
    expect(await after.broken(db)).toEqual([]);
  });

  test('a camp counts from its purchase too, and from the first one when it was moved for a difference', async () => {
    const [from, to] = [
      await camps.makeCamp(db, { start: after.day(40) }),
      await camps.makeCamp(db, { start: after.day(47), tier: 'ignite' }),
    ];
    const bought = await after.buy(db, [{ offer_id: 'tier-spark', camp_id: from }]);
    expect(await canCancel(bought)).toEqual({ refund_cents: bought.total });
    await paidAgo(bought, 14, '23:59');
    const order = await after.holdMove(db, bought, lineOf(bought), { camp_id: to });
    const payment = await after.goToPayMove(db, order);
    await shop.confirm(db, payment);
    const now = await after.boughtOf(db, payment.order_id ?? '');
    expect(await canCancel(now)).toEqual({ refund_cents: bought.total + now.total });
    await paidAgo(bought, 15, '23:59');
    expect(await canCancel(now)).toEqual({ refund_cents: 0 });
    await paidAgo(bought, 14, '00:00');
    await after.cancel(db, now, now.lines, bought.total + now.total);
    expect(await after.broken(db)).toEqual([]);
  });

  test('a cheaper camp gives the difference back by the same days', async () => {
    const bought = await after.buy(db, [
      {
        offer_id: 'tier-ignite',
        camp_id: await camps.makeCamp(db, { start: after.day(54), tier: 'ignite' }),
      },
    ]);
    const camp_id = await camps.makeCamp(db, { start: after.day(61) });
    const dearer = bought.total - 49000;
    await paidAgo(bought, 15, '12:00');
    const over = after.move(db, bought, lineOf(bought), { camp_id }, -dearer);
    expect(await refused(over)).toMatchObject({ code: 'refund_changed', detail: '0' });
    await paidAgo(bought, 14, '12:00');
    await after.move(db, bought, lineOf(bought), { camp_id }, -dearer);
    expect(await cents(bought)).toEqual([dearer]);
  });

  test('a try-out of which a session was used is not had again for its money', async () => {
    await db.sql`update public.offers set details = details || '{"once_per_child": true}' where id = ${shop.term.id}`;
    const bought = await buy();
    await use(bought, 'attended');
    await after.cancel(db, bought, bought.lines, 65828);
    expect(await after.mailsOf(db, (await buy()).orderId)).toEqual(['order_cancelled']);
    await db.sql`update public.offers set details = details - 'once_per_child' where id = ${shop.term.id}`;
  });
});

describe('at once', () => {
  test('twice the same: one refund, and the other is told', async () => {
    const bought = await buy();
    const used = await use(bought, 'attended', 'late');
    const call = () => after.cancel(db, bought, bought.lines, 61956);
    const gate = { table: 'orders', id: bought.orderId } as const;
    const { won, lost } = await x.atOnce(db, gate, [call, call, call]);
    expect([won.length, lost]).toEqual([1, ['line_closed', 'line_closed']]);
    expect(await cents(bought)).toEqual([61956]);
    expect(await after.balanceOf(db, lineOf(bought))).toBe(0);
    await forgive(used);
    expect(await after.broken(db)).toEqual([]);
  });

  test('the roll is taken meanwhile: whoever comes second decides by it', async () => {
    const session_id = await session();
    const bought = await after.buy(db, [{ ...pass, session_id }]);
    const [booking] = await db.sql<[{ id: string }]>`
      select id from public.bookings where session_id = ${session_id}`;
    const admin = await x.makeUser(db, 'roll@example.test', ['admin']);
    const roll = () =>
      x.rpc(db, { role: 'authenticated', sub: admin }, 'take_attendance', {
        p_session_id: session_id,
        p_marks: [{ booking_id: booking.id, attended: true }],
      });
    const { won, lost } = await x.atOnce<unknown>(db, { table: 'sessions', id: session_id }, [
      roll,
      () => after.cancel(db, bought, bought.lines, 69700),
    ]);
    expect(won).toHaveLength(1);
    expect([['refund_changed'], ['booking_not_found']]).toContainEqual(lost);
    const [status] = await statusOf([booking.id]);
    expect([status, await cents(bought)]).toEqual(
      lost[0] === 'refund_changed' ? ['booked', []] : ['cancelled', [69700]],
    );
  });

  test('a credit is spent meanwhile: its booking is given back as well, or there is no credit', async () => {
    const bought = await buy();
    await use(bought, 'attended');
    const other = await session();
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
    expect(await cents(bought)).toEqual([65828]);
    expect(await shop.seatsTaken(db, other)).toBe(0);
    expect(await after.balanceOf(db, lineOf(bought))).toBe(0);
    expect(await after.broken(db)).toEqual([]);
  });
});

test('the mail says what was ahead, what was used, and nothing of what is history', async () => {
  const first = await session();
  const bought = await after.buy(db, [{ ...pass, session_id: first }]);
  const ahead = await after.session(db, after.day(27));
  await book(bought, ahead);
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

test('the mail does not call used what staff took off', async () => {
  const bought = await buy();
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
