import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { CancelledBooking, CreditBooking } from '#contract/family-booking.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, sqlState, visitor } from '#support/sql.ts';
import { readSessionDate } from '#support/sql-session-dates.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  await db.sql`
    update public.offers set details = details || '{"min_age": 5, "max_age": 12}' where id = 'pass-tryout'`;
});
afterEach(() => passes.runCalendar(db));
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
    const home = await passes.makeHome(db);
    const pass = await passes.makePass(db, home);
    const session = await shop.makeSession(db);
    const { booking_id } = await passes.bookSession(db, home, session);
    await passes.stopCalendarBefore(db, session, before);
    const answer = v.parse(CancelledBooking, await passes.cancelBooking(db, home.who, booking_id, seen));
    expect(answer).toMatchObject({ credit_returned: returned, credits_left: returned ? 4 : 3 });
    expect(await passes.countCredits(db, pass)).toBe(returned ? 4 : 3);
    expect(await shop.countSpotsTaken(db, session)).toBe(0);
  });

  test.each([null, true])(
    'a late cancellation, having seen %s, needs a confirmation, and changes nothing without it',
    async (seen) => {
      const home = await passes.makeHome(db);
      const session = await shop.makeSession(db);
      await passes.makePass(db, home);
      const { booking_id, credit_returns_until } = await passes.bookSession(db, home, session);
      await passes.stopCalendarBefore(db, session, '23:59:59.999');
      expect(await refusal(passes.cancelBooking(db, home.who, booking_id, seen))).toMatchObject({
        code: 'credit_not_returned',
        field: 'p_booking_id',
        detail: credit_returns_until,
      });
      expect(await shop.countSpotsTaken(db, session)).toBe(1);
    },
  );

  test.each([
    ['9 minutes 50 seconds', true],
    ['10 minutes 10 seconds', false],
  ] as const)('booked %s ago, an hour before the class: credit returned %s', async (ago, returned) => {
    const home = await passes.makeHome(db);
    const pass = await passes.makePass(db, home);
    const [late, next] = [await shop.makeSession(db), await shop.makeSession(db, { inDays: 14 })];
    await passes.stopCalendarBefore(db, late, '1 hour');
    const booked = await passes.bookSession(db, home, late);
    await db.sql`update public.bookings set created_at = created_at - ${ago}::interval where id = ${booked.booking_id}`;
    if (returned) {
      expect(await passes.cancelBooking(db, home.who, booked.booking_id)).toMatchObject({
        credit_returned: true,
      });
      const again = await passes.bookSession(db, home, late);
      expect(await passes.rescheduleBooking(db, home.who, again.booking_id, next)).toMatchObject({
        credits_left: 3,
      });
    } else {
      const refused = { code: 'credit_not_returned' };
      expect(await refusal(passes.cancelBooking(db, home.who, booked.booking_id))).toMatchObject(refused);
      expect(await refusal(passes.rescheduleBooking(db, home.who, booked.booking_id, next))).toMatchObject(
        refused,
      );
    }
    expect(await passes.countCredits(db, pass)).toBe(3);
  });

  test('a booking made by mistake just before the class can be undone until it begins, but not after', async () => {
    const home = await passes.makeHome(db);
    await passes.makePass(db, home);
    const session = await shop.makeSession(db);
    await passes.stopCalendarBefore(db, session, '3 minutes');
    const { booking_id, credit_returns_until } = await passes.bookSession(db, home, session);
    const [row] = await db.sql<[{ at: string }]>`
      select private.iso(starts_at) as at from public.sessions where id = ${session}`;
    expect(credit_returns_until).toBe(row.at);
    await passes.stopCalendarBefore(db, session, '-1 minute');
    expect(await refusal(passes.cancelBooking(db, home.who, booking_id))).toMatchObject({
      code: 'session_started',
    });
  });

  test('a class that has begun cannot be cancelled, and a class that we cancelled always returns its credit', async () => {
    const home = await passes.makeHome(db);
    const pass = await passes.makePass(db, home);
    const session = await shop.makeSession(db);
    const { booking_id } = await passes.bookSession(db, home, session);
    await passes.stopCalendarBefore(db, session, '0 seconds');
    expect(await refusal(passes.cancelBooking(db, home.who, booking_id, false))).toMatchObject({
      code: 'session_started',
    });
    await db.sql`update public.sessions set status = 'cancelled' where id = ${session}`;
    expect(await passes.cancelBooking(db, home.who, booking_id)).toMatchObject({ credit_returned: true });
    expect(await passes.countCredits(db, pass)).toBe(4);
  });

  test('the time limit follows the hours in the settings', async () => {
    const home = await passes.makeHome(db);
    await passes.makePass(db, home);
    const session = await shop.makeSession(db);
    const { booking_id } = await passes.bookSession(db, home, session);
    const change = (hours: number) =>
      // The replica role leaves no trace in the log, from which bookings of other tests would take these hours.
      db.sql.begin(async (sql) => {
        await sql`set local session_replication_role = replica`;
        await sql`update public.settings set credit_return_hours = ${hours}`;
      });
    await change(2);
    await passes.stopCalendarBefore(db, session, '2 hours');
    expect(await passes.cancelBooking(db, home.who, booking_id)).toMatchObject({ credit_returned: true });
    await change(24);
  });

  test('a booking that came with an order is treated in the same way', async () => {
    const paid = await shop.openCheckout(db, await shop.makeSession(db), shop.term);
    await shop.confirmPayment(db, shop.paymentOf(paid));
    const home = await passes.makeHome(db);
    await db.sql`update public.bookings set family_id = ${home.familyId}
      where child_id = (select child_id from public.order_children where order_id = ${paid.orderId})`;
    const [booking] = await db.sql<
      [{ id: string }]
    >`select id from public.bookings where family_id = ${home.familyId}`;
    expect(await passes.cancelBooking(db, home.who, booking.id)).toMatchObject({
      credit_returned: true,
      credits_left: 18,
    });
  });

  test('another family’s booking is not found', async () => {
    const [home, other] = [await passes.makeHome(db), await passes.makeHome(db)];
    await passes.makePass(db, home);
    const { booking_id } = await passes.bookSession(db, home, await shop.makeSession(db));
    const missing = { code: 'booking_not_found', field: 'p_booking_id', status: 404 };
    expect(await refusal(passes.cancelBooking(db, other.who, booking_id))).toMatchObject(missing);
    expect(await refusal(passes.cancelBooking(db, home.who, randomUUID()))).toMatchObject(missing);
    const to = await shop.makeSession(db);
    expect(await refusal(passes.rescheduleBooking(db, other.who, booking_id, to))).toMatchObject(missing);
    expect(await sqlState(passes.cancelBooking(db, visitor, booking_id))).toBe('42501');
  });
});

describe('moving a booking', () => {
  test('a move is one transaction: the same pass is used and the old spot is free', async () => {
    const home = await passes.makeHome(db);
    const pass = await passes.makePass(db, home, { credits: 1 });
    const [from, to] = [await shop.makeSession(db), await shop.makeSession(db)];
    const { booking_id } = await passes.bookSession(db, home, from);
    const moved = v.parse(CreditBooking, await passes.rescheduleBooking(db, home.who, booking_id, to));
    expect(moved).toMatchObject({ pass_id: pass, credits_left: 0 });
    expect([...(await bookingsOf(home.childId))]).toEqual([
      { session_id: to, status: 'booked' },
      { session_id: from, status: 'cancelled' },
    ]);
    expect(await passes.countCredits(db, pass)).toBe(0);
  });

  test('a move uses another pass when the first is not valid on the new day', async () => {
    const home = await passes.makeHome(db);
    const [from, to] = [await shop.makeSession(db), await shop.makeSession(db, { inDays: 14 })];
    await passes.makePass(db, home, { until: await readSessionDate(db, from) });
    const later = await passes.makePass(db, home);
    const { booking_id } = await passes.bookSession(db, home, from);
    expect(await passes.rescheduleBooking(db, home.who, booking_id, to)).toMatchObject({ pass_id: later });
  });

  test('a move to a full or the same session, after the end of the pass, or too late leaves the old booking', async () => {
    const home = await passes.makeHome(db);
    const from = await shop.makeSession(db);
    const pass = await passes.makePass(db, home, { until: await readSessionDate(db, from) });
    const { booking_id } = await passes.bookSession(db, home, from);
    const full = await shop.makeSession(db, { capacity: 0 });
    const open = await shop.makeSession(db, { inDays: 14 });
    const attempt = (session: string) => refusal(passes.rescheduleBooking(db, home.who, booking_id, session));
    expect(await attempt(full)).toMatchObject({ code: 'session_full' });
    expect(await attempt(from)).toMatchObject({ code: 'already_booked' });
    expect(await attempt(open)).toMatchObject({ code: 'pass_expired', field: 'p_session_id' });
    await passes.stopCalendarBefore(db, from, '23:59:59.999');
    expect(await attempt(open)).toMatchObject({ code: 'credit_not_returned' });
    expect([...(await bookingsOf(home.childId))]).toEqual([{ session_id: from, status: 'booked' }]);
    expect(await passes.countCredits(db, pass)).toBe(3);
  });
});
