import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { CancelledBooking, CreditBooking } from '#contract/family-booking.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as p from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import * as x from '#support/sql.ts';
import { dateOf } from '#support/sql-session-dates.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  await db.sql`
    update public.offers set details = details || '{"min_age": 5, "max_age": 12}' where id = 'pass-tryout'`;
});
afterEach(() => p.runCalendar(db));
afterAll(() => db.drop());

const bookingsOf = (childId: string) =>
  db.sql`select session_id, status from public.bookings where child_id = ${childId} order by status`;

describe('cancelling a booking', () => {
  test.each([
    ['24 hours', null, true],
    ['24 hours', true, true],
    ['24 hours', false, true],
    ['23:59:59.999', false, false],
    ['1 millisecond', false, false],
  ] as const)('%s before, having seen %s: credit returned %s', async (before, seen, returned) => {
    const home = await p.makeHome(db);
    const pass = await p.makePass(db, home);
    const session = await shop.makeSession(db);
    const { booking_id } = await p.book(db, home, session);
    await p.stopBefore(db, session, before);
    const answer = v.parse(CancelledBooking, await p.cancel(db, home.who, booking_id, seen));
    expect(answer).toMatchObject({ credit_returned: returned, credits_left: returned ? 4 : 3 });
    expect(await p.balance(db, pass)).toBe(returned ? 4 : 3);
    expect(await shop.seatsTaken(db, session)).toBe(0);
  });

  test.each([null, true])(
    'a late cancellation, having seen %s, needs a confirmation, and changes nothing without it',
    async (seen) => {
      const home = await p.makeHome(db);
      const session = await shop.makeSession(db);
      await p.makePass(db, home);
      const { booking_id, credit_returns_until } = await p.book(db, home, session);
      await p.stopBefore(db, session, '23:59:59.999');
      expect(await x.refusal(p.cancel(db, home.who, booking_id, seen))).toMatchObject({
        code: 'credit_not_returned',
        field: 'p_booking_id',
        detail: credit_returns_until,
      });
      expect(await shop.seatsTaken(db, session)).toBe(1);
    },
  );

  test.each([
    ['9 minutes 50 seconds', true],
    ['10 minutes 10 seconds', false],
  ] as const)('booked %s ago, an hour before the class: credit returned %s', async (ago, returned) => {
    const home = await p.makeHome(db);
    const pass = await p.makePass(db, home);
    const [late, next] = [await shop.makeSession(db), await shop.makeSession(db, { inDays: 14 })];
    await p.stopBefore(db, late, '1 hour');
    const booked = await p.book(db, home, late);
    await db.sql`update public.bookings set created_at = created_at - ${ago}::interval where id = ${booked.booking_id}`;
    if (returned) {
      expect(await p.cancel(db, home.who, booked.booking_id)).toMatchObject({ credit_returned: true });
      const again = await p.book(db, home, late);
      expect(await p.reschedule(db, home.who, again.booking_id, next)).toMatchObject({ credits_left: 3 });
    } else {
      const refused = { code: 'credit_not_returned' };
      expect(await x.refusal(p.cancel(db, home.who, booked.booking_id))).toMatchObject(refused);
      expect(await x.refusal(p.reschedule(db, home.who, booked.booking_id, next))).toMatchObject(refused);
    }
    expect(await p.balance(db, pass)).toBe(3);
  });

  test('a booking made by mistake just before the class can be undone until it begins, but not after', async () => {
    const home = await p.makeHome(db);
    await p.makePass(db, home);
    const session = await shop.makeSession(db);
    await p.stopBefore(db, session, '3 minutes');
    const { booking_id, credit_returns_until } = await p.book(db, home, session);
    const [row] = await db.sql<[{ at: string }]>`
      select private.iso(starts_at) as at from public.sessions where id = ${session}`;
    expect(credit_returns_until).toBe(row.at);
    await p.stopBefore(db, session, '-1 minute');
    expect(await x.refusal(p.cancel(db, home.who, booking_id))).toMatchObject({ code: 'session_started' });
  });

  test('a class that has begun cannot be cancelled, and a class that we cancelled always returns its credit', async () => {
    const home = await p.makeHome(db);
    const pass = await p.makePass(db, home);
    const session = await shop.makeSession(db);
    const { booking_id } = await p.book(db, home, session);
    await p.stopBefore(db, session, '0 seconds');
    expect(await x.refusal(p.cancel(db, home.who, booking_id, false))).toMatchObject({
      code: 'session_started',
    });
    await db.sql`update public.sessions set status = 'cancelled' where id = ${session}`;
    expect(await p.cancel(db, home.who, booking_id)).toMatchObject({ credit_returned: true });
    expect(await p.balance(db, pass)).toBe(4);
  });

  test('the time limit follows the hours in the settings', async () => {
    const home = await p.makeHome(db);
    await p.makePass(db, home);
    const session = await shop.makeSession(db);
    const { booking_id } = await p.book(db, home, session);
    const change = (hours: number) =>
      // The replica role leaves no trace in the log, from which bookings of other tests would take these hours.
      db.sql.begin(async (sql) => {
        await sql`set local session_replication_role = replica`;
        await sql`update public.settings set credit_return_hours = ${hours}`;
      });
    await change(2);
    await p.stopBefore(db, session, '2 hours');
    expect(await p.cancel(db, home.who, booking_id)).toMatchObject({ credit_returned: true });
    await change(24);
  });

  test('a booking that came with an order is treated in the same way', async () => {
    const paid = await shop.checkout(db, await shop.makeSession(db), shop.term);
    await shop.confirm(db, shop.paymentOf(paid));
    const home = await p.makeHome(db);
    await db.sql`update public.bookings set family_id = ${home.familyId}
      where child_id = (select child_id from public.order_children where order_id = ${paid.orderId})`;
    const [booking] = await db.sql<
      [{ id: string }]
    >`select id from public.bookings where family_id = ${home.familyId}`;
    expect(await p.cancel(db, home.who, booking.id)).toMatchObject({
      credit_returned: true,
      credits_left: 18,
    });
  });

  test('another family’s booking is not found', async () => {
    const [home, other] = [await p.makeHome(db), await p.makeHome(db)];
    await p.makePass(db, home);
    const { booking_id } = await p.book(db, home, await shop.makeSession(db));
    const missing = { code: 'booking_not_found', field: 'p_booking_id', status: 404 };
    expect(await x.refusal(p.cancel(db, other.who, booking_id))).toMatchObject(missing);
    expect(await x.refusal(p.cancel(db, home.who, randomUUID()))).toMatchObject(missing);
    const to = await shop.makeSession(db);
    expect(await x.refusal(p.reschedule(db, other.who, booking_id, to))).toMatchObject(missing);
    expect(await x.sqlState(p.cancel(db, x.visitor, booking_id))).toBe('42501');
  });
});

describe('moving a booking', () => {
  test('a move is one transaction: the same pass is used and the old place is free', async () => {
    const home = await p.makeHome(db);
    const pass = await p.makePass(db, home, { credits: 1 });
    const [from, to] = [await shop.makeSession(db), await shop.makeSession(db)];
    const { booking_id } = await p.book(db, home, from);
    const moved = v.parse(CreditBooking, await p.reschedule(db, home.who, booking_id, to));
    expect(moved).toMatchObject({ pass_id: pass, credits_left: 0 });
    expect([...(await bookingsOf(home.childId))]).toEqual([
      { session_id: to, status: 'booked' },
      { session_id: from, status: 'cancelled' },
    ]);
    expect(await p.balance(db, pass)).toBe(0);
  });

  test('a move uses another pass when the first is not valid on the new day', async () => {
    const home = await p.makeHome(db);
    const [from, to] = [await shop.makeSession(db), await shop.makeSession(db, { inDays: 14 })];
    await p.makePass(db, home, { until: await dateOf(db, from) });
    const later = await p.makePass(db, home);
    const { booking_id } = await p.book(db, home, from);
    expect(await p.reschedule(db, home.who, booking_id, to)).toMatchObject({ pass_id: later });
  });

  test('a move to a full or the same session, after the end of the pass, or too late leaves the old booking', async () => {
    const home = await p.makeHome(db);
    const from = await shop.makeSession(db);
    const pass = await p.makePass(db, home, { until: await dateOf(db, from) });
    const { booking_id } = await p.book(db, home, from);
    const full = await shop.makeSession(db, { capacity: 0 });
    const open = await shop.makeSession(db, { inDays: 14 });
    const attempt = (session: string) => x.refusal(p.reschedule(db, home.who, booking_id, session));
    expect(await attempt(full)).toMatchObject({ code: 'session_full' });
    expect(await attempt(from)).toMatchObject({ code: 'already_booked' });
    expect(await attempt(open)).toMatchObject({ code: 'pass_expired', field: 'p_session_id' });
    await p.stopBefore(db, from, '23:59:59.999');
    expect(await attempt(open)).toMatchObject({ code: 'credit_not_returned' });
    expect([...(await bookingsOf(home.childId))]).toEqual([{ session_id: from, status: 'booked' }]);
    expect(await p.balance(db, pass)).toBe(3);
  });
});
