import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ManagedOrder } from '#contract/after-sale.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import type { Caller } from '#support/database.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { markEntries } from '#support/sql-roster.ts';
import * as shop from '#support/sql-selling.ts';
import { atOnce, cancelSessions, makeUser, refusal, rpc, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
let coach: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'), camps.tierOffer('epic'));
  await afterSale.sellWithRules(db, []);
  admin = { role: 'authenticated', sub: await makeUser(db, 'boss@example.test', ['admin']) };
  coach = { role: 'authenticated', sub: await makeUser(db, 'coach@example.test', ['coach']) };
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

const passLine = (session_id: string, offer_id = shop.term.id) => ({ offer_id, session_id });
const sparkLine = (camp_id: string) => ({ offer_id: 'tier-spark', camp_id });
let week = 4;
const camp = (more: object = {}) => camps.makeCamp(db, { start: afterSale.dateIn(7 * week++), ...more });
const free = () => afterSale.makeSession(db, afterSale.dateIn(20 + week++));

describe('cancelling a class', () => {
  const cancelSession = (session: string, reason: string | null = 'Thunderstorm') =>
    cancelSessions(db, session, reason);

  test('every booking of the class is cancelled: credits are returned, each family gets one mail, and nobody can book it any more', async () => {
    const session = await free();
    const bought = await afterSale.buy(db, [passLine(session), passLine(session)]);
    await afterSale.buy(db, [passLine(session)]);
    const paying = await shop.openCheckout(db, session, shop.term);
    const twice = await Promise.all([cancelSession(session), cancelSession(session)]);
    expect(twice.map(({ bookings }) => bookings).toSorted()).toEqual([0, 3]);
    expect(await afterSale.countCredits(db, bought.lines[0] ?? '')).toBe(18);
    const mails = await db.sql`
      select recipient, payload || (payload -> 'cancelled_by_us' -> 0) as payload from public.outbox
      where template = 'cancelled_by_us' and payload -> 'cancelled_by_us' -> 0 -> 'session' ->> 'session_id' = ${session}`;
    expect(mails).toHaveLength(2);
    expect(mails[0]).toMatchObject({
      recipient: 'mei@example.test',
      payload: {
        reason: 'Thunderstorm',
        parent_name: 'Mei Tan',
        manage_tokens: expect.any(Object) as object,
      },
    });
    const named = mails.map(({ payload }) => (payload as { children: string[] }).children.join());
    expect(named.toSorted()).toEqual(['Kai', 'Kai,Lia']);
    expect(JSON.stringify(mails)).not.toMatch(/(Kai|Lia) Tan/);
    expect(await refusal(shop.hold(db, session))).toMatchObject({ code: 'session_not_found' });
    expect(await shop.confirmPayment(db, shop.paymentOf(paying))).toMatchObject({ result: 'needs_choice' });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a try-out that we cancelled is refunded in full, whatever its refund rules say', async () => {
    const session = await afterSale.makeSession(db, afterSale.dateIn(7));
    const bought = await afterSale.buy(db, [passLine(session, shop.tryout.id)]);
    expect((await afterSale.viewOrder(db, bought)).lines[0]?.can.cancel).toMatchObject({ refund_cents: 0 });
    await cancelSession(session, null);
    expect((await afterSale.viewOrder(db, bought)).lines[0]?.can.cancel).toMatchObject({
      refund_cents: 3800,
    });
  });

  test.each([
    ['a try-out', shop.tryout.id, 0],
    ['a pass', shop.term.id, 17],
  ])(
    '%s can book another date with the returned credit, which is returned only once',
    async (_, offer, left) => {
      // Both the try-out and the pass are valid on these days.
      const makeSessionIn = (n: number) => afterSale.makeSession(db, afterSale.dateIn(n));
      const [session, other, third] = [
        await makeSessionIn(3),
        await makeSessionIn(4),
        await makeSessionIn(5),
      ];
      const bought = await afterSale.buy(db, [passLine(session, offer)]);
      const line = bought.lines[0] ?? '';
      await cancelSession(session);
      const can = async () => (await afterSale.viewOrder(db, bought)).lines[0]?.can;
      expect((await can())?.move).toEqual({ until: null });
      const moved = await afterSale.moveLine(db, bought, line, { session_id: other });
      expect(moved.lines[0]).toMatchObject({
        session: { session_id: other },
        can: { move: { until: expect.any(String) as string } },
      });
      expect(await afterSale.countCredits(db, line)).toBe(left);
      // After the choice, the booking moves like any other.
      await afterSale.moveLine(db, bought, line, { session_id: third });
      expect(await afterSale.countCredits(db, line)).toBe(left);
      expect(await afterSale.findFaults(db)).toEqual([]);
    },
  );

  test('staff cannot cancel a class that a child attended until a wrong attendance mark is removed', async () => {
    const session = await free();
    await afterSale.buy(db, [passLine(session)]);
    const [booking] = await db.sql<
      [{ id: string }]
    >`select id from public.bookings where session_id = ${session}`;
    const [undoes] = await markEntries(db, admin, [booking.id], 'in');
    expect(await refusal(cancelSession(session))).toMatchObject({
      code: 'session_started',
      field: 'p_place_ids[0]',
    });
    expect(await shop.countSpotsTaken(db, session)).toBe(1);
    await markEntries(db, admin, [booking.id], 'undo', { undoes });
    await cancelSession(session);
    expect(await shop.countSpotsTaken(db, session)).toBe(0);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a mark made before the class does not stop staff from cancelling it once the child has moved to another class', async () => {
    const [session, other] = [await free(), await free()];
    const bought = await afterSale.buy(db, [passLine(session)]);
    const [booking] = await db.sql<
      [{ id: string }]
    >`select id from public.bookings where session_id = ${session}`;
    await markEntries(db, admin, [booking.id], 'in');
    await afterSale.moveLine(db, bought, bought.lines[0] ?? '', { session_id: other });
    await cancelSession(session);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a credit that was spent or has expired cannot book another class', async () => {
    const [session, other] = [
      await afterSale.makeSession(db, afterSale.dateIn(5)),
      await afterSale.makeSession(db, afterSale.dateIn(6)),
    ];
    const bought = await afterSale.buy(db, [passLine(session, shop.tryout.id)]);
    const line = bought.lines[0] ?? '';
    await cancelSession(session);
    const move = () => afterSale.moveLine(db, bought, line, { session_id: other });
    await db.sql`update public.passes set valid_from = '2020-01-01', valid_until = '2020-01-31' where order_line_id = ${line}`;
    expect((await afterSale.viewOrder(db, bought)).lines[0]?.can.move).toBeNull();
    expect(await refusal(move())).toMatchObject({ code: 'line_closed' });
    await db.sql`update public.passes set valid_until = null where order_line_id = ${line}`;
    await db.sql`insert into public.credit_ledger (pass_id, delta, reason)
      select id, -1, 'adjusted' from public.passes where order_line_id = ${line}`;
    expect(await refusal(move())).toMatchObject({ code: 'line_closed' });
  });

  test('if staff and a parent cancel at the same time, the credit returns once', async () => {
    const session = await free();
    const bought = await afterSale.buy(db, [passLine(session)]);
    const { won } = await atOnce<unknown>(db, { table: 'sessions', id: session }, [
      () => cancelSession(session),
      () => afterSale.cancelLines(db, bought, bought.lines, 0),
    ]);
    expect(won).toHaveLength(2);
    expect(await afterSale.countCredits(db, bought.lines[0] ?? '')).toBe(0);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('staff cannot cancel a class that has begun', async () => {
    const session = await free();
    await afterSale.stopBefore(db, session, 0);
    expect(await refusal(cancelSession(session))).toMatchObject({ code: 'session_started' });
  });
});

describe('cancelling a camp', () => {
  const cancelBoughtCamp = async () => {
    const id = await camp();
    const bought = await afterSale.buy(db, [sparkLine(id), sparkLine(id)]);
    await cancelSessions(db, id, 'Too few campers');
    return { id, bought };
  };
  const resolve = (line: string, p_choice: unknown, who = admin) =>
    rpc(db, who, 'resolve_cancelled_by_us', { p_line_id: line, p_choice });

  test('each family gets one mail, and its enrolments stay until the family has chosen', async () => {
    const { id } = await cancelBoughtCamp();
    await cancelSessions(db, id);
    const mails = await db.sql<{ token: string; payload: unknown }[]>`
      select payload, payload -> 'manage_tokens' ->> (payload -> 'cancelled_by_us' -> 0 ->> 'order_number') as token from public.outbox
      where template = 'cancelled_by_us' and payload -> 'cancelled_by_us' -> 0 -> 'camp' ->> 'camp_id' = ${id}`;
    expect(mails).toMatchObject([
      { payload: { reason: 'Too few campers', cancelled_by_us: [{ camp: { camp_id: id } }] } },
    ]);
    const { lines } = await rpc<ManagedOrder>(db, visitor, 'get_managed_order', {
      p_access: { token: mails[0]?.token },
    });
    expect(lines.map(({ status, can }) => [status, can])).toEqual([
      ['placed', { cancel: { refund_cents: 49000 }, move: { until: null }, move_over: null, place: false }],
      ['placed', { cancel: { refund_cents: 44000 }, move: { until: null }, move_over: null, place: false }],
    ]);
  });

  test('the mail about a credit removes the camp from the family’s calendar once no sibling is enrolled in it', async () => {
    const { id, bought } = await cancelBoughtCamp();
    for (const line of bought.lines) await resolve(line, { kind: 'credit' });
    const mails = await db.sql<{ left: object[] }[]>`
      select payload -> 'left_places' as left from public.outbox
      where template = 'order_moved'
        and payload ->> 'number' = (select number from public.orders where id = ${bought.orderId})
      order by created_at`;
    const entry = (keeps_appointment: boolean) => [{ camp: { camp_id: id }, keeps_appointment }];
    expect(mails.map(({ left }) => left)).toMatchObject([entry(true), entry(false)]);
  });

  test('one child moves to another camp, and the other child’s money is refunded', async () => {
    const { bought } = await cancelBoughtCamp();
    const [first = '', second = ''] = bought.lines;
    const to = await camp();
    expect(await resolve(first, { kind: 'move', camp_id: to })).toMatchObject({
      lines: [{ status: 'placed', camp: { camp_id: to } }, {}],
    });
    await resolve(second, { kind: 'refund' });
    expect(await afterSale.readRefunds(db, bought.orderId)).toEqual([
      { line: second, cents: 44000, reason: 'cancelled_by_us', status: 'requested' },
    ]);
    expect(await refusal(resolve(second, { kind: 'credit' }))).toMatchObject({ code: 'line_closed' });
    expect(await refusal(resolve(first, { kind: 'refund' }))).toMatchObject({ code: 'line_closed' });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a family may take a credit for another week, and only the first of two simultaneous choices counts', async () => {
    const { bought } = await cancelBoughtCamp();
    const [line = ''] = bought.lines;
    const { won, lost } = await atOnce(db, { table: 'orders', id: bought.orderId }, [
      () => resolve(line, { kind: 'credit' }),
      () => resolve(line, { kind: 'refund' }),
    ]);
    expect([won.length, lost]).toEqual([1, ['line_closed']]);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a parent can make the same choices with the link in the mail', async () => {
    const { bought } = await cancelBoughtCamp();
    const [first = '', second = ''] = bought.lines;
    await afterSale.moveLine(db, bought, first, { camp_id: await camp() });
    await afterSale.cancelLines(db, bought, [second], 44000);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('only admins may resolve a line, only for a cancelled camp, and only with a choice that fits', async () => {
    const { bought } = await cancelBoughtCamp();
    const [line = ''] = bought.lines;
    expect(await refusal(resolve(line, { kind: 'refund' }, coach))).toMatchObject({ code: 'not_allowed' });
    expect(await refusal(resolve(crypto.randomUUID(), { kind: 'refund' }))).toMatchObject({
      code: 'line_not_found',
    });
    for (const [choice, code, field] of [
      [null, 'invalid_input', 'p_choice'],
      [{ kind: 'swap' }, 'invalid_input', 'p_choice.kind'],
      [{ kind: 'move' }, 'invalid_input', 'p_choice.camp_id'],
      [{ kind: 'move', camp_id: 'x' }, 'invalid_input', 'p_choice.camp_id'],
      [{ kind: 'move', camp_id: await camp({ tier: 'epic' }) }, 'offer_not_available', 'p_choice.camp_id'],
    ] as const)
      expect(await refusal(resolve(line, choice))).toMatchObject({ code, field });
    const standing = await afterSale.buy(db, [sparkLine(await camp())]);
    expect(await refusal(resolve(standing.lines[0] ?? '', { kind: 'refund' }))).toMatchObject({
      code: 'line_closed',
    });
  });
});
