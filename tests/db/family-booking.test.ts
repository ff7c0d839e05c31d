import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { BookableSessions, BookedSessions, MAX_BOOKINGS } from '#contract/family-booking.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { callAs, saveChild, signedIn } from '#support/sql-details.ts';
import { interleave } from '#support/sql-interleave.ts';
import * as passHelpers from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, sqlState, stopCalendar, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
});
beforeEach(async () => {
  await stopCalendar(db, '2030-01-10T12:00:00+08:00');
  await db.sql`update public.sessions set status = 'cancelled'`;
});
afterAll(() => db.drop());

interface Siblings extends passHelpers.Home {
  second: string;
}
/** Makes a family with two children of the Red team. Each child has its own credits. */
async function makeFamilyOfTwo(credits: [number, number] = [4, 4]): Promise<Siblings & { passes: string[] }> {
  const home = await passHelpers.makeHome(db, '2022-05-01');
  const other = await saveChild(db, home.who, { name: 'Zoe', dob: '2021-05-01' });
  const passes = [
    await passHelpers.makePass(db, home, { credits: credits[0] }),
    await passHelpers.makePass(db, { ...home, childId: other.id }, { credits: credits[1] }),
  ];
  return { ...home, second: other.id, passes };
}
const list = async (who: Caller, p_booking_id: string | null = null) =>
  v.parse(BookableSessions, await rpc(db, who, 'list_bookable_sessions', { p_booking_id }));
const book = async (who: Caller, rows: unknown) =>
  v.parse(BookedSessions, await callAs(db, who, 'book_sessions', rows)).bookings;
const row = (child_id: string, session_id: string, pass_id?: string) => ({ child_id, session_id, pass_id });
const inDays = (n: number) => `2030-01-${10 + n}`;

describe('booking several sessions at once', () => {
  test('the sessions are booked in the order of the rows, each with a credit of its own child', async () => {
    const home = await makeFamilyOfTwo();
    const [first, later] = [
      await shop.makeSession(db, { date: inDays(2), capacity: 2 }),
      await shop.makeSession(db, { date: inDays(9), capacity: 2 }),
    ];
    const booked = await book(home.who, [
      row(home.second, later),
      row(home.childId, first),
      row(home.second, first),
    ]);
    expect(booked.map(({ child_id, session }) => [child_id, session.session_id])).toEqual([
      [home.second, later],
      [home.childId, first],
      [home.second, first],
    ]);
    expect(await Promise.all(home.passes.map((id) => passHelpers.countCredits(db, id)))).toEqual([3, 2]);
    expect(await shop.countSpotsTaken(db, first)).toBe(2);
  });

  test.each([
    ['one seat for two', [4, 4], 1, 'session_full', 'p_bookings[1].session_id'],
    ['one without credit', [4, 0], 2, 'no_credit', 'p_bookings[1].child_id'],
  ] as const)('no session is booked if one fails: %s', async (_, credits, capacity, code, field) => {
    const home = await makeFamilyOfTwo([credits[0], credits[1] || 1]);
    if (credits[1] === 0)
      await db.sql`insert into public.credit_ledger (pass_id, delta, reason) values (${home.passes[1] ?? ''}, -1, 'adjusted')`;
    const session = await shop.makeSession(db, { date: inDays(2), capacity });
    const rows = [row(home.childId, session), row(home.second, session)];
    expect(await refusal(book(home.who, rows))).toMatchObject({ code, field });
    expect(await shop.countSpotsTaken(db, session)).toBe(0);
    expect(await passHelpers.countCredits(db, home.passes[0] ?? '')).toBe(4);
  });

  test('a family cannot book more sessions than it has credits', async () => {
    const home = await makeFamilyOfTwo([2, 1]);
    const rows = [];
    for (const n of [2, 3, 4]) rows.push(row(home.childId, await shop.makeSession(db, { date: inDays(n) })));
    expect(await refusal(book(home.who, rows))).toMatchObject({
      code: 'no_credit',
      field: 'p_bookings[2].child_id',
    });
    expect(await book(home.who, rows.slice(0, 2))).toHaveLength(2);
  });

  test('a refusal names the field that is wrong', async () => {
    const home = await makeFamilyOfTwo();
    const other = await makeFamilyOfTwo();
    const session = await shop.makeSession(db, { date: inDays(2), capacity: 4 });
    const one = row(home.childId, session);
    const many = Array.from({ length: MAX_BOOKINGS + 1 }, () => one);
    for (const [rows, refused] of [
      [null, { code: 'invalid_input', field: 'p_bookings' }],
      [{}, { code: 'invalid_input', field: 'p_bookings' }],
      [[], { code: 'invalid_input', field: 'p_bookings' }],
      [many, { code: 'invalid_input', field: 'p_bookings' }],
      [[one, 1], { code: 'invalid_input', field: 'p_bookings[1]' }],
      [[{ ...one, child_id: 'x' }], { code: 'invalid_input', field: 'p_bookings[0].child_id' }],
      [[{ ...one, session_id: null }], { code: 'invalid_input', field: 'p_bookings[0].session_id' }],
      [[{ ...one, pass_id: 7 }], { code: 'invalid_input', field: 'p_bookings[0].pass_id' }],
      [[one, one], { code: 'already_booked', field: 'p_bookings[1].session_id' }],
      [[one, row(other.childId, session)], { code: 'child_not_found', field: 'p_bookings[1].child_id' }],
      [[row(home.childId, randomUUID())], { code: 'session_not_found', field: 'p_bookings[0].session_id' }],
      [
        [row(home.childId, session, other.passes[0])],
        { code: 'pass_not_found', field: 'p_bookings[0].pass_id' },
      ],
    ] as const)
      expect
        .soft(await refusal(book(home.who, rows)), JSON.stringify(rows).slice(0, 60))
        .toMatchObject(refused);
    expect(await shop.countSpotsTaken(db, session)).toBe(0);
  });

  test('the line of a pass names the earliest of several new sessions', async () => {
    const home = await passHelpers.makeHome(db, '2022-05-01');
    const order = await shop.openCheckout(db, await shop.makeSession(db, { date: inDays(1) }), shop.term);
    await shop.confirmPayment(db, shop.paymentOf(order));
    const [line] = await db.sql<[{ id: string; session_id: string }]>`
      select id, session_id from public.order_lines where order_id = ${order.orderId}`;
    const pass = await passHelpers.makePass(db, home, { credits: 4 });
    await db.sql`update public.passes set order_line_id = null where order_line_id = ${line.id}`;
    await db.sql`update public.passes set order_line_id = ${line.id} where id = ${pass}`;
    await db.sql`update public.sessions set status = 'cancelled' where id = ${line.session_id}`;
    const [late, early] = [
      await shop.makeSession(db, { date: inDays(9) }),
      await shop.makeSession(db, { date: inDays(3) }),
    ];
    await book(home.who, [row(home.childId, late), row(home.childId, early)]);
    const [after] = await db.sql`select session_id from public.order_lines where id = ${line.id}`;
    expect(after).toEqual({ session_id: early });
  });

  test('two families who book the same two sessions in opposite order both get them', async () => {
    const [one, two] = [await makeFamilyOfTwo(), await makeFamilyOfTwo()];
    const [a, b] = [
      await shop.makeSession(db, { date: inDays(2), capacity: 4 }),
      await shop.makeSession(db, { date: inDays(3), capacity: 4 }),
    ];
    const met = await interleave(
      db,
      ['private.pick_pass(uuid,date,uuid,text)', '\nbegin'],
      () => book(one.who, [row(one.childId, a), row(one.second, b)]),
      () => book(two.who, [row(two.childId, b), row(two.second, a)]),
    );
    expect(met).toEqual(['done', 'done']);
    expect(await shop.countSpotsTaken(db, a)).toBe(2);
    expect(await shop.countSpotsTaken(db, b)).toBe(2);
  });
});

describe('the list of sessions that can be booked', () => {
  test('the list has each child’s own team, later weekends, full sessions and booked ones', async () => {
    const home = await makeFamilyOfTwo();
    const [soon, full, later, black] = [
      await shop.makeSession(db, { date: inDays(2), capacity: 3 }),
      await shop.makeSession(db, { date: inDays(3), capacity: 0 }),
      await shop.makeSession(db, { date: '2030-02-23', capacity: 3 }),
      await shop.makeSession(db, { date: inDays(2), capacity: 3, team: 'black' }),
    ];
    await rpc(db, signedIn(await makeUser(db, `${randomUUID()}@example.test`, ['admin'])), 'agree_team', {
      p_child_id: home.second,
      p_team: 'black',
    });
    const [booked] = await book(home.who, [row(home.childId, soon)]);
    const found = await list(home.who);
    expect(found.sessions.map(({ session, spots_left }) => [session.session_id, spots_left])).toEqual(
      expect.arrayContaining([
        [soon, 2],
        [full, 0],
        [later, 3],
        [black, 3],
      ]),
    );
    expect(found.sessions).toHaveLength(4);
    const childOf = (id: string) => found.children.find(({ child_id }) => child_id === id);
    expect(childOf(home.childId)).toMatchObject({
      credits: 3,
      passes: [{ id: home.passes[0], credits: 3 }],
    });
    const rowsOf = (id: string) =>
      Object.fromEntries(childOf(id)?.sessions.map((one) => [one.session_id, one]) ?? []);
    expect(rowsOf(home.childId)).toEqual({
      [soon]: {
        session_id: soon,
        is_own_team: true,
        booking_id: booked?.booking_id,
        is_reserved: false,
        pass_id: null,
      },
      [full]: {
        session_id: full,
        is_own_team: true,
        booking_id: null,
        is_reserved: false,
        pass_id: home.passes[0],
      },
      [later]: {
        session_id: later,
        is_own_team: true,
        booking_id: null,
        is_reserved: false,
        pass_id: home.passes[0],
      },
    });
    expect(rowsOf(home.second)[black]).toMatchObject({ is_own_team: false, pass_id: home.passes[1] });
  });

  test('the list names the pass that would pay on that day, and is empty without a pass', async () => {
    const home = await passHelpers.makeHome(db, '2022-05-01');
    const [near, far] = [
      await shop.makeSession(db, { date: inDays(2) }),
      await shop.makeSession(db, { date: '2030-03-02' }),
    ];
    expect(await list(home.who)).toMatchObject({ sessions: [], children: [{ credits: 0, sessions: [] }] });
    const short = await passHelpers.makePass(db, home, { until: '2030-02-01' });
    const rows = async () =>
      (await list(home.who)).children[0]?.sessions.map(({ session_id, pass_id }) => [session_id, pass_id]);
    expect(await rows()).toEqual([[near, short]]);
    const long = await passHelpers.makePass(db, home);
    expect(await rows()).toEqual([
      [near, short],
      [far, long],
    ]);
  });

  test('as targets of a move, the sessions count the credit as returned, only for that child', async () => {
    const home = await makeFamilyOfTwo([1, 4]);
    const [from, to] = [
      await shop.makeSession(db, { date: inDays(3), capacity: 2 }),
      await shop.makeSession(db, { date: inDays(4), capacity: 2 }),
    ];
    const [booked] = await book(home.who, [row(home.childId, from)]);
    const own = (await list(home.who)).children.find(({ child_id }) => child_id === home.childId);
    expect(own).toMatchObject({ credits: 0, sessions: [{ session_id: from }] });
    const targets = await list(home.who, booked?.booking_id);
    expect(targets).toMatchObject({
      sessions: [{ session: { session_id: to } }],
      children: [
        { child_id: home.childId, credits: 1, sessions: [{ session_id: to, pass_id: home.passes[0] }] },
      ],
    });
    const moved = await passHelpers.rescheduleBooking(db, home.who, booked?.booking_id ?? '', to);
    expect(moved.pass_id).toBe(home.passes[0]);
    expect(await refusal(list(home.who, booked?.booking_id))).toMatchObject({ code: 'booking_closed' });
  });

  test('the list never has sessions of another family, and is empty for a visitor or a coach', async () => {
    const [home, other] = [await makeFamilyOfTwo(), await makeFamilyOfTwo()];
    const session = await shop.makeSession(db, { date: inDays(2), capacity: 3 });
    const [booked] = await book(home.who, [row(home.childId, session)]);
    expect(await refusal(list(other.who, booked?.booking_id))).toMatchObject({ code: 'booking_not_found' });
    expect(JSON.stringify(await list(other.who))).not.toContain(home.childId);
    const coach = signedIn(await makeUser(db, `${randomUUID()}@example.test`, ['coach']));
    expect(await list(coach)).toEqual({ sessions: [], children: [] });
    for (const call of [
      () => rpc(db, visitor, 'list_bookable_sessions'),
      () => callAs(db, visitor, 'book_sessions', [row(home.childId, session)]),
    ])
      expect(await sqlState(call())).toBe('42501');
    for (const who of [other.who, coach])
      expect(await refusal(book(who, [row(home.childId, session)]))).toMatchObject({
        code: 'child_not_found',
      });
    const admin = signedIn(await makeUser(db, `${randomUUID()}@example.test`, ['admin']));
    expect(await book(admin, [row(home.second, session)])).toHaveLength(1);
    // An admin may list what a family can book, to book it for them. No other staff may.
    const listOf = (who: Caller) => rpc(db, who, 'list_bookable_sessions', { p_family_id: home.familyId });
    const { children } = v.parse(BookableSessions, await listOf(admin));
    expect(children.map(({ child_id }) => child_id).toSorted()).toEqual(
      [home.childId, home.second].toSorted(),
    );
    for (const who of [home.who, other.who, coach])
      expect(await refusal(listOf(who))).toMatchObject({ code: 'not_allowed' });
  });
});
