import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { CreditBooking } from '#contract/family-booking.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as passHelpers from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import { atOnce, makeUser, refusal, sqlState, visitor } from '#support/sql.ts';
import { readSessionDate } from '#support/sql-session-dates.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  await db.sql`
    update public.offers set details = details || '{"min_age": 5, "max_age": 12}' where id = 'pass-tryout'`;
});
afterEach(() => passHelpers.runCalendar(db));
afterAll(() => db.drop());

/** `from` and `to` are days after the session's date. */
interface Terms {
  credits?: number;
  spent?: boolean;
  from?: number;
  until?: number;
  offer?: string;
}
let minute = 0;

describe('booking with a credit', () => {
  test('the booking takes a spot and a credit, and says what is left and until when the credit can be returned', async () => {
    const home = await passHelpers.makeHome(db);
    const pass = await passHelpers.makePass(db, home);
    const session = await shop.makeSession(db);
    const booked = v.parse(CreditBooking, await passHelpers.bookSession(db, home, session));
    expect(booked).toMatchObject({ pass_id: pass, credits_left: 3, child_id: home.childId });
    expect(Date.parse(booked.session.starts_at) - Date.parse(booked.credit_returns_until)).toBe(
      24 * 3_600_000,
    );
    expect(await passHelpers.countCredits(db, pass)).toBe(3);
    expect(await shop.countSpotsTaken(db, session)).toBe(1);
  });

  test('the booking uses the pass that ends first and is valid on the day', async () => {
    const home = await passHelpers.makeHome(db);
    const session = await shop.makeSession(db);
    const day = await readSessionDate(db, session);
    await passHelpers.makePass(db, home);
    await passHelpers.makePass(db, home, { until: '2089-01-01' });
    const last = await passHelpers.makePass(db, home, { until: day });
    await passHelpers.makePass(db, home, { until: '2095-01-01' });
    expect(await passHelpers.bookSession(db, home, session)).toMatchObject({ pass_id: last });
  });

  test('the booking uses the pass that the family names', async () => {
    const home = await passHelpers.makeHome(db);
    await passHelpers.makePass(db, home, { until: '2091-01-01' });
    const named = await passHelpers.makePass(db, home);
    expect(await passHelpers.bookSession(db, home, await shop.makeSession(db), named)).toMatchObject({
      pass_id: named,
    });
  });

  test.each([
    ['no pass at all', [], { code: 'no_credit', field: 'p_child_id' }],
    ['a pass that ends the day before', [{ until: -1 }], { code: 'pass_expired', field: 'p_child_id' }],
    ['a pass that begins the day after', [{ from: 1 }], { code: 'pass_expired', field: 'p_child_id' }],
    ['a pass that ends that day', [{ until: 0 }], null],
    ['a pass that begins that day', [{ from: 0 }], null],
    ['a spent pass', [{ credits: 1, spent: true }], { code: 'no_credit', field: 'p_child_id' }],
    [
      'a spent and an ended one',
      [{ credits: 1, spent: true }, { until: -1 }],
      { code: 'pass_expired', field: 'p_child_id' },
    ],
    [
      'one for younger children',
      [{ offer: 'pass-tryout' }],
      { code: 'age_not_allowed', field: 'p_child_id', detail: '5-12' },
    ],
  ] as [string, Terms[], object | null][])('booking with %s', async (_, passes, refused) => {
    // The child is too old for a try-out in 2090, but no other pass has an age limit.
    const home = await passHelpers.makeHome(db, '2018-05-01');
    const session = await shop.makeSession(db);
    const dayAfterStart = (days: number | undefined) =>
      days === undefined
        ? undefined
        : new Date(Date.parse(`2090-01-01`) + days * 86_400_000).toISOString().slice(0, 10);
    await db.sql`
      with everybodys as (
        insert into public.class_types (name) values ('Family class ' || ${minute}::int) returning id)
      update public.sessions set class_type_id = (select id from everybodys), session_date = '2090-01-01',
        session_time = '06:00'::time + ${minute++}::int * interval '1 minute' where id = ${session}`;
    for (const terms of passes) {
      const [from, until] = [dayAfterStart(terms.from), dayAfterStart(terms.until)];
      const pass = await passHelpers.makePass(db, home, {
        ...(terms.credits && { credits: terms.credits }),
        ...(terms.offer && { offer: terms.offer }),
        ...(from && { from }),
        ...(until && { until }),
      });
      if (terms.spent) {
        await db.sql`insert into public.credit_ledger (pass_id, delta, reason) values (${pass}, -1, 'adjusted')`;
      }
    }
    if (refused === null)
      await expect(passHelpers.bookSession(db, home, session)).resolves.toMatchObject({ credits_left: 3 });
    else expect(await refusal(passHelpers.bookSession(db, home, session))).toMatchObject(refused);
    expect(await shop.countSpotsTaken(db, session)).toBe(refused === null ? 1 : 0);
  });

  test('a full, held, begun, cancelled or unknown session is refused, and so is a second booking', async () => {
    const home = await passHelpers.makeHome(db);
    const pass = await passHelpers.makePass(db, home);
    const held = await shop.makeSession(db);
    await shop.hold(db, held);
    expect(await refusal(passHelpers.bookSession(db, home, held))).toMatchObject({
      code: 'session_full',
      field: 'p_session_id',
    });
    const off = await shop.makeSession(db);
    await db.sql`update public.sessions set status = 'cancelled' where id = ${off}`;
    expect(await refusal(passHelpers.bookSession(db, home, off))).toMatchObject({
      code: 'session_not_found',
      status: 404,
    });
    expect(await refusal(passHelpers.bookSession(db, home, randomUUID()))).toMatchObject({
      code: 'session_not_found',
    });

    const session = await shop.makeSession(db, { capacity: 3 });
    await passHelpers.stopCalendarBefore(db, session, '0 seconds');
    expect(await refusal(passHelpers.bookSession(db, home, session))).toMatchObject({
      code: 'session_started',
    });
    await passHelpers.stopCalendarBefore(db, session, '1 millisecond');
    await passHelpers.bookSession(db, home, session);
    expect(await refusal(passHelpers.bookSession(db, home, session))).toMatchObject({
      code: 'already_booked',
    });
    expect(await passHelpers.countCredits(db, pass)).toBe(3);
  });

  test('children and passes of other families are not found, visitors cannot call it, and admins can book for any family', async () => {
    const [home, other] = [await passHelpers.makeHome(db), await passHelpers.makeHome(db)];
    await passHelpers.makePass(db, home);
    const others = await passHelpers.makePass(db, other);
    const session = await shop.makeSession(db, { capacity: 5 });
    expect(await refusal(passHelpers.bookSession(db, { ...home, who: other.who }, session))).toMatchObject({
      code: 'child_not_found',
      field: 'p_child_id',
    });
    expect(await refusal(passHelpers.bookSession(db, home, session, others))).toMatchObject({
      code: 'pass_not_found',
      field: 'p_pass_id',
    });
    const coach = await makeUser(db, `coach${randomUUID()}@example.test`, ['coach']);
    expect(
      await refusal(
        passHelpers.bookSession(db, { ...home, who: { role: 'authenticated', sub: coach } }, session),
      ),
    ).toMatchObject({ code: 'child_not_found' });
    expect(await sqlState(passHelpers.bookSession(db, { ...home, who: visitor }, session))).toBe('42501');
    const admin = await makeUser(db, `admin${randomUUID()}@example.test`, ['admin']);
    await expect(
      passHelpers.bookSession(db, { ...home, who: { role: 'authenticated', sub: admin } }, session),
    ).resolves.toMatchObject({ credits_left: 3 });
  });
});

describe('parallel bookings', () => {
  test('when two browsers spend the last credit on two sessions, one of them books', async () => {
    const home = await passHelpers.makeHome(db);
    const pass = await passHelpers.makePass(db, home, { credits: 1 });
    const sessions = [await shop.makeSession(db), await shop.makeSession(db)];
    const { won, lost } = await atOnce(
      db,
      { table: 'passes', id: pass },
      sessions.map((session) => () => passHelpers.bookSession(db, home, session)),
    );
    expect(won).toHaveLength(1);
    expect(lost).toEqual(['no_credit']);
    expect(await passHelpers.countCredits(db, pass)).toBe(0);
  });

  test('when ten parents with credits want the last spot, one gets it', async () => {
    const session = await shop.makeSession(db, { capacity: 1 });
    const homes = await Promise.all(Array.from({ length: 10 }, () => passHelpers.makeHome(db)));
    for (const home of homes) await passHelpers.makePass(db, home);
    const { won, lost } = await atOnce(
      db,
      { table: 'sessions', id: session },
      homes.map((home) => () => passHelpers.bookSession(db, home, session)),
    );
    expect(won).toHaveLength(1);
    expect(new Set(lost)).toEqual(new Set(['session_full']));
    expect(await shop.countSpotsTaken(db, session)).toBe(1);
  });

  test('when two credits and a guest want two spots, three never get in', async () => {
    const session = await shop.makeSession(db, { capacity: 2 });
    const homes = [await passHelpers.makeHome(db), await passHelpers.makeHome(db)];
    for (const home of homes) await passHelpers.makePass(db, home);
    const { won, lost } = await atOnce<unknown>(db, { table: 'sessions', id: session }, [
      ...homes.map((home) => () => passHelpers.bookSession(db, home, session)),
      () => shop.hold(db, session),
    ]);
    expect([won.length, lost]).toEqual([2, ['session_full']]);
    expect(await shop.countSpotsTaken(db, session)).toBe(2);
  });

  test('bookings that are moved in opposite directions cause no deadlock', async () => {
    const [a, b] = [
      await shop.makeSession(db, { capacity: 40 }),
      await shop.makeSession(db, { capacity: 40 }),
    ];
    const homes = await Promise.all(Array.from({ length: 10 }, () => passHelpers.makeHome(db)));
    const moves = [];
    for (const [n, home] of homes.entries()) {
      await passHelpers.makePass(db, home);
      const { booking_id } = await passHelpers.bookSession(db, home, n % 2 ? a : b);
      moves.push(() => passHelpers.rescheduleBooking(db, home.who, booking_id, n % 2 ? b : a));
    }
    await expect(Promise.all(moves.map((move) => move()))).resolves.toHaveLength(10);
    expect([await shop.countSpotsTaken(db, a), await shop.countSpotsTaken(db, b)]).toEqual([5, 5]);
  });

  test('a booking cancelled twice at once returns one credit', async () => {
    const home = await passHelpers.makeHome(db);
    const pass = await passHelpers.makePass(db, home);
    const session = await shop.makeSession(db);
    const { booking_id } = await passHelpers.bookSession(db, home, session);
    const cancel = () => passHelpers.cancelBooking(db, home.who, booking_id);
    const { won, lost } = await atOnce(db, { table: 'sessions', id: session }, [cancel, cancel, cancel]);
    expect([won.length, lost]).toEqual([1, ['booking_closed', 'booking_closed']]);
    expect(await passHelpers.countCredits(db, pass)).toBe(4);
  });
});

describe('the waitlist and bookings with a credit', () => {
  test('a cancelled spot is offered first, and a credit books only the spot that is offered to the child', async () => {
    const session = await shop.makeSession(db, { capacity: 1 });
    const [first, waiting, other] = [
      await passHelpers.makeHome(db),
      await passHelpers.makeHome(db),
      await passHelpers.makeHome(db),
    ];
    for (const home of [first, waiting, other]) await passHelpers.makePass(db, home);
    const { booking_id } = await passHelpers.bookSession(db, first, session);
    const [entry] = await db.sql<[{ id: string }]>`
      with e as (
        insert into public.waitlist_entries (session_id, offer_id, places, family_id, parent_name, parent_email)
        values (${session}, 'pass-term', 1, ${waiting.familyId}, 'Mei', ${waiting.email}) returning id),
      c as (
        insert into public.waitlist_children (entry_id, position, child_id)
        select id, 0, ${waiting.childId} from e)
      select id from e`;
    const readStatus = async () =>
      (await db.sql`select status from public.waitlist_entries where id = ${entry.id}`)[0]?.status as string;
    await passHelpers.cancelBooking(db, first.who, booking_id);
    expect(await readStatus()).toBe('offered');
    expect(await refusal(passHelpers.bookSession(db, other, session))).toMatchObject({
      code: 'session_full',
    });
    await passHelpers.bookSession(db, waiting, session);
    expect(await readStatus()).toBe('enrolled');
    expect(await shop.countSpotsTaken(db, session)).toBe(1);
  });

  test('the old spot of a moved booking is offered too', async () => {
    const [from, to] = [await shop.makeSession(db), await shop.makeSession(db)];
    const home = await passHelpers.makeHome(db);
    await passHelpers.makePass(db, home);
    const { booking_id } = await passHelpers.bookSession(db, home, from);
    await db.sql`
      with e as (
        insert into public.waitlist_entries (session_id, offer_id, places, parent_name, parent_email)
        values (${from}, 'pass-term', 1, 'Mei', 'mei@example.test') returning id)
      insert into public.waitlist_children (entry_id, position, name, dob) select id, 0, 'Kai', '2018-05-01' from e`;
    await passHelpers.rescheduleBooking(db, home.who, booking_id, to);
    const [entry] = await db.sql`select status from public.waitlist_entries where session_id = ${from}`;
    expect(entry).toEqual({ status: 'offered' });
  });
});
