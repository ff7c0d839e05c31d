import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import type { BoughtOrder } from '#support/sql-after-sale.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import { cancelSessions, refusal, rpc, service, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
  await afterSale.sellWithRules(db);
  await db.sql`
    update public.offers set details = details || '{"min_age": 5, "max_age": 12}' where id = ${shop.term.id}`;
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

const session = (n = 10, capacity?: number) => afterSale.makeSession(db, afterSale.dateIn(n), capacity);

/** Buys a Term pass whose first session is in ten days. */
async function buyTerm() {
  const first = await session();
  const bought = await afterSale.buy(db, [{ offer_id: shop.term.id, session_id: first }]);
  return { bought, line: bought.lines[0] ?? '', first };
}
const readPass = async (bought: BoughtOrder) => (await afterSale.viewOrder(db, bought)).lines[0]?.pass;
const readBooking = async (bought: BoughtOrder, session: string) => {
  const booking = (await readPass(bought))?.bookings.find((one) => one.session.session_id === session);
  return booking?.booking_id ?? '';
};
const findSession = async (bought: BoughtOrder, id: string) =>
  (await afterSale.findPassSessions(db, bought, bought.lines[0] ?? '')).find(
    ({ session }) => session.session_id === id,
  );

describe('the order page of a pass', () => {
  test('the page shows the credits left, the last day, and each booked session with its status', async () => {
    const { bought, line, first } = await buyTerm();
    const [attended, missed, begun, ahead] = [
      await session(11),
      await session(12),
      await session(13),
      await session(20),
    ];
    for (const id of [attended, missed, begun, ahead]) await afterSale.bookPassSession(db, bought, line, id);
    await db.sql`update public.bookings set attended = session_id = ${attended}
      where session_id in (${attended}, ${missed})`;
    await afterSale.stopBefore(db, begun, 0);
    const pass = await readPass(bought);
    expect(pass).toMatchObject({
      credits: 13,
      sessions_total: 18,
      valid_until: afterSale.dateIn(130),
      is_over: false,
    });
    expect(pass?.bookings.map((one) => [one.session.session_id, one.status, one.returns_credit])).toEqual([
      [first, 'begun', false],
      [attended, 'attended', false],
      [missed, 'missed', false],
      [begun, 'begun', false],
      [ahead, 'ahead', true],
    ]);
  });

  test('the page of a camp shows no pass', async () => {
    const camp_id = await camps.makeCamp(db, { start: afterSale.dateIn(30) });
    const bought = await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id }]);
    expect(await readPass(bought)).toBeNull();
    expect(await refusal(afterSale.findPassSessions(db, bought, bought.lines[0] ?? ''))).toMatchObject({
      code: 'pass_not_found',
      field: 'p_line_id',
    });
  });

  test('the link stays valid as long as the pass', async () => {
    const { bought } = await buyTerm();
    const [link] = await db.sql<[{ over: string }]>`
      select (expires_at at time zone private.time_zone())::text as over from public.order_links
      where order_id = ${bought.orderId}`;
    expect(link.over).toBe(`${afterSale.dateIn(132)} 00:00:00`);
  });
});

describe('the sessions that a parent can choose', () => {
  test('the list has upcoming sessions that are valid for the pass and the child, and full ones have no spots left', async () => {
    const { bought, first } = await buyTerm();
    const [free, full, last, beyond] = [
      await session(15, 2),
      await session(16, 1),
      await session(130),
      await session(131),
    ];
    await shop.hold(db, full, { offer: shop.term });
    const off = await session(17);
    await db.sql`update public.sessions set status = 'cancelled' where id = ${off}`;
    expect((await findSession(bought, free))?.spots_left).toBe(2);
    expect((await findSession(bought, full))?.spots_left).toBe(0);
    expect(await findSession(bought, last)).toBeDefined();
    for (const none of [beyond, off, first]) expect(await findSession(bought, none)).toBeUndefined();
    await afterSale.stopBefore(db, free, 0);
    expect(await findSession(bought, free)).toBeUndefined();
    expect(await findSession(bought, last)).toBeDefined();
  });

  test('the list is empty for a child of another age and after the last day of the pass', async () => {
    const { bought, line } = await buyTerm();
    const some = await session(14);
    await db.sql`update public.children set dob = ${afterSale.dateIn(-13 * 366)} where family_id = ${bought.familyId}`;
    expect(await afterSale.findPassSessions(db, bought, line)).toEqual([]);
    expect(await refusal(afterSale.bookPassSession(db, bought, line, some))).toMatchObject({
      code: 'age_not_allowed',
      detail: '5-12',
    });
    await db.sql`update public.children set dob = ${afterSale.birthDate} where family_id = ${bought.familyId}`;
    expect(await findSession(bought, some)).toBeDefined();
    await db.sql`update public.passes set valid_from = ${afterSale.dateIn(-9)}, valid_until = ${afterSale.dateIn(-1)}
      where order_line_id = ${line}`;
    expect(await afterSale.findPassSessions(db, bought, line)).toEqual([]);
    expect(await readPass(bought)).toMatchObject({ is_over: true, credits: 17 });
    expect(await refusal(afterSale.bookPassSession(db, bought, line, some))).toMatchObject({
      code: 'pass_expired',
      field: 'p_line_id',
    });
  });
});

describe('booking a session of a pass', () => {
  test('a booking takes a spot and one credit of this pass, and sends no mail', async () => {
    const { bought, line, first } = await buyTerm();
    const more = await session(17);
    const answer = await afterSale.bookPassSession(db, bought, line, more);
    expect(answer.lines[0]).toMatchObject({ session: { session_id: first }, pass: { credits: 16 } });
    expect(answer.lines[0]?.pass?.bookings).toHaveLength(2);
    expect(await shop.countSpotsTaken(db, more)).toBe(1);
    expect(await refusal(afterSale.bookPassSession(db, bought, line, more))).toMatchObject({
      code: 'already_booked',
    });
    expect(await afterSale.readMails(db, bought.orderId)).toEqual(['booking_confirmed']);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('each sibling spends the credits of their own pass', async () => {
    const sessions = [await session(), await session()];
    const bought = await afterSale.buy(
      db,
      sessions.map((session_id) => ({ offer_id: shop.term.id, session_id })),
    );
    const more = await session(18);
    const { lines } = await afterSale.bookPassSession(db, bought, bought.lines[1] ?? '', more);
    expect(lines.map(({ pass }) => pass?.credits)).toEqual([17, 16]);
    const [child] = await db.sql`
      select c.name from public.bookings b join public.children c on c.id = b.child_id where b.session_id = ${more}`;
    expect(child).toEqual({ name: 'Lia Tan' });
  });

  test('the order line names the newly booked session if it had none, or if we cancelled its class', async () => {
    const bought = await afterSale.buy(db, [{ offer_id: shop.term.id }]);
    const line = bought.lines[0] ?? '';
    const [one, two] = [await session(9), await session(16)];
    expect((await afterSale.bookPassSession(db, bought, line, one)).lines[0]?.session?.session_id).toBe(one);
    await cancelSessions(db, one);
    expect((await afterSale.viewOrder(db, bought)).lines[0]?.can.move).toEqual({ until: null });
    const { lines } = await afterSale.bookPassSession(db, bought, line, two);
    expect(lines[0]).toMatchObject({ session: { session_id: two }, pass: { credits: 17 } });
    expect(lines[0]?.can.move?.until).not.toBeNull();
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('the parent is reminded once, on the day before, with a link to the order', async () => {
    const { bought, line } = await buyTerm();
    const more = await session(21);
    await afterSale.bookPassSession(db, bought, line, more);
    await stopCalendar(db, `${afterSale.dateIn(20)}T11:00:00+08:00`);
    for (let n = 0; n < 2; n++) await rpc(db, service, 'queue_session_reminders');
    const mails = await db.sql<{ token: string }[]>`
      select payload ->> 'manage_token' as token from public.outbox where key like ${`session_reminder:${more}:%`}`;
    expect(mails).toHaveLength(1);
    const seen = await afterSale.manage(
      db,
      bought,
      'get_managed_order',
      {},
      { access: { token: mails[0]?.token ?? '' } },
    );
    expect(seen.order_id).toBe(bought.orderId);
  });

  test('a booking of a full, begun or unknown session is refused', async () => {
    const { bought, line } = await buyTerm();
    const full = await session(12, 1);
    await shop.hold(db, full);
    const begun = await session(8);
    await afterSale.stopBefore(db, begun, 0);
    for (const [id, code] of [
      [full, 'session_full'],
      [begun, 'session_started'],
      [crypto.randomUUID(), 'session_not_found'],
    ] as const)
      expect(await refusal(afterSale.bookPassSession(db, bought, line, id))).toMatchObject({
        code,
        field: 'p_session_id',
      });
    expect(await afterSale.countCredits(db, line)).toBe(17);
  });
});

describe('cancelling a session of a pass', () => {
  test.each([
    ['24 hours', 86400, true, 17, null],
    ['a second less, shown and agreed to', 86399, false, 16, null],
    ['a second less, shown as in time', 86399, true, null, 'credit_not_returned'],
    ['a second less, shown nothing', 86399, null, null, 'credit_not_returned'],
    ['begun', 0, false, null, 'session_started'],
  ] as const)('%s before', async (_, seconds, seen, credits, code) => {
    const { bought, line } = await buyTerm();
    const more = await session(6);
    await afterSale.bookPassSession(db, bought, line, more);
    const booking = await readBooking(bought, more);
    await afterSale.stopBefore(db, more, seconds);
    const call = afterSale.cancelBooking(db, bought, line, booking, seen);
    if (code) expect(await refusal(call)).toMatchObject({ code, field: 'p_booking_id' });
    else {
      const { pass } = (await call).lines[0] ?? {};
      expect(pass?.credits).toBe(credits);
      expect(pass?.bookings.map(({ status }) => status)).toEqual(
        credits === 17 ? ['ahead'] : ['cancelled', 'ahead'],
      );
      expect(await refusal(afterSale.cancelBooking(db, bought, line, booking, seen))).toMatchObject({
        code: 'booking_closed',
      });
    }
    expect(await shop.countSpotsTaken(db, more)).toBe(code ? 1 : 0);
  });

  test('the order line names no session after its first one is cancelled, until another is booked', async () => {
    const { bought, line, first } = await buyTerm();
    const { lines } = await afterSale.cancelBooking(db, bought, line, await readBooking(bought, first));
    expect(lines[0]).toMatchObject({
      session: null,
      can: { move: null },
      pass: { credits: 18, bookings: [] },
    });
    const more = await session(19);
    expect((await afterSale.bookPassSession(db, bought, line, more)).lines[0]?.session?.session_id).toBe(
      more,
    );
  });

  test('cancelling a session gives no better refund of the pass', async () => {
    const { bought, line, first } = await buyTerm();
    await afterSale.stopBefore(db, first, 30 * 3600);
    const { lines } = await afterSale.cancelBooking(db, bought, line, await readBooking(bought, first));
    expect(lines[0]?.can.cancel).toMatchObject({ refund_cents: 34850 });
  });
});
