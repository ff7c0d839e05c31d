/**
 * Tests that the order line of a pass follows the bookings of the pass, whether a parent changes them signed in or by
 * the link of a mail, and that a pass expires.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as after from '#support/sql-after.ts';
import type { Bought } from '#support/sql-after.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as d from '#support/sql-details.ts';
import * as p from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import * as x from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
});
beforeEach(async () => {
  await after.startCalendar(db);
  await after.sellWithRules(db);
});
afterAll(() => db.drop());

const hour = 3600;
const session = (n: number) => after.session(db, after.dateIn(n));
const lineOf = async (bought: Bought) => {
  const [line] = (await after.view(db, bought)).lines;
  if (!line) throw new Error('no line');
  return line;
};
const refundOf = async (bought: Bought) => (await lineOf(bought)).can.cancel?.refund_cents;

let parents = 0;
/** Buys a pass for a family whose parent has an account too. */
async function buy(offer = shop.term, first?: string) {
  const bought = await after.buy(db, [{ offer_id: offer.id, ...(first && { session_id: first }) }]);
  const who = await d.makeParent(db, `following${++parents}@example.test`);
  await db.sql`update public.profiles set family_id = ${bought.familyId} where id = ${who.sub ?? ''}`;
  const [row] = await db.sql<{ childId: string; booking: string | null }[]>`
    select p.child_id as "childId", k.booking_id as booking
    from public.passes p left join public.credit_ledger k on k.pass_id = p.id and k.reason = 'booked'
    where p.order_line_id = ${bought.lines[0] ?? ''}`;
  return { bought, who, childId: row?.childId ?? '', booking: row?.booking ?? '' };
}
const bookSignedIn = (home: { who: Caller; childId: string }, id: string) => p.book(db, home, id);

describe('a signed-in parent cannot improve the refund', () => {
  type Change = (who: Caller, booking: string) => Promise<unknown>;
  const changes: [string, Change][] = [
    ['giving the session back', (who, booking) => p.cancel(db, who, booking, true)],
    ['moving it away', async (who, booking) => p.reschedule(db, who, booking, await session(20))],
  ];

  test.each(changes)('by %s', async (_, change) => {
    const first = await session(10);
    const { bought, who, booking } = await buy(shop.term, first);
    await after.stopBefore(db, first, 30 * hour);
    expect(await refundOf(bought)).toBe(34850);
    await change(who, booking);
    const line = await lineOf(bought);
    expect(line.can.cancel?.refund_cents).toBe(34850);
    // The line names the session that the pass has booked now: none, or the later one.
    expect(line.session?.session_id).toBe(line.pass?.bookings[0]?.session.session_id);
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('a session that we cancelled does not reduce the refund', async () => {
    const first = await session(10);
    const home = await buy(shop.term, first);
    await after.stopBefore(db, first, 30 * hour);
    await x.cancelSessions(db, first);
    await bookSignedIn(home, await session(20));
    expect(await refundOf(home.bought)).toBe(69700);
  });
});

describe('a pass with one session', () => {
  test.each(['moved', 'given back and booked anew'])(
    '%s: cancelling the session that the child moved away from refunds nothing',
    async (how) => {
      const [a, b] = [await session(10), await session(12)];
      const home = await buy(shop.tryout, a);
      if (how === 'moved') await p.reschedule(db, home.who, home.booking, b);
      else {
        await p.cancel(db, home.who, home.booking, true);
        await bookSignedIn(home, b);
      }
      expect((await lineOf(home.bought)).session?.session_id).toBe(b);
      await x.cancelSessions(db, a);
      await after.stopBefore(db, b, hour);
      expect(await refundOf(home.bought)).toBe(0);
    },
  );

  test('after we cancelled its session, the refund rules of the newly booked day apply', async () => {
    const [a, b] = [await session(10), await session(12)];
    const home = await buy(shop.tryout, a);
    await x.cancelSessions(db, a);
    expect(await refundOf(home.bought)).toBe(3800);
    await bookSignedIn(home, b);
    expect((await lineOf(home.bought)).session?.session_id).toBe(b);
    await after.stopBefore(db, b, 30 * hour);
    expect(await refundOf(home.bought)).toBe(1900);
    await after.stopBefore(db, b, 60);
    expect(await refundOf(home.bought)).toBe(0);
  });
});

test('cancelling the session and the whole pass at the same time loses no money', async () => {
  const first = await session(10);
  const { bought, who, booking } = await buy(shop.term, first);
  const { won, lost } = await x.atOnce<unknown>(db, { table: 'sessions', id: first }, [
    () => after.cancel(db, bought, bought.lines, 69700),
    () => p.cancel(db, who, booking, true),
  ]);
  expect([won.length + lost.length, lost.filter((code) => code !== 'booking_closed')]).toEqual([2, []]);
  expect([await shop.seatsTaken(db, first), await after.balanceOf(db, bought.lines[0] ?? '')]).toEqual([
    0, 0,
  ]);
  expect(await after.findFaults(db)).toEqual([]);
});

describe('a pass without bookings expires the day after its last day', () => {
  test.each([
    [129, '00:00:00', 69700],
    [129, '00:00:01', 34850],
    [130, '00:00:00', 34850],
    [130, '00:00:01', 0],
    [200, '12:00:00', 0],
  ])('on day %i of 130 at %s the parent gets %i cents back', async (n, time, cents) => {
    const { bought } = await buy();
    await x.stopCalendar(db, `${after.dateIn(n)}T${time}+08:00`);
    expect(await refundOf(bought)).toBe(cents);
  });

  test.each([
    [130, '23:59:59', 69700],
    [131, '00:00:00', 0],
  ])(
    'the pass also expires when the rules count days after the purchase: day %i, %s',
    async (n, time, cents) => {
      await after.sellWithRules(db, [{ days_after_purchase: 365, percent: 100 }]);
      const { bought } = await buy();
      await x.stopCalendar(db, `${after.dateIn(n)}T${time}+08:00`);
      expect(await refundOf(bought)).toBe(cents);
    },
  );

  test('a parent cannot cancel a used pass after it has expired', async () => {
    await after.sellWithRules(db, [{ days_after_purchase: 365, percent: 100 }]);
    const { bought } = await buy(shop.term, await session(10));
    await x.stopCalendar(db, `${after.dateIn(130)}T12:00:00+08:00`);
    expect(await refundOf(bought)).toBe(Math.round((69700 * 17) / 18));
    await x.stopCalendar(db, `${after.dateIn(131)}T12:00:00+08:00`);
    expect((await lineOf(bought)).can.cancel).toBeNull();
    expect(await x.refusal(after.cancel(db, bought, bought.lines, 0))).toMatchObject({ code: 'pass_used' });
  });

  test('a class that we cancelled is refunded even after the pass has expired', async () => {
    const first = await session(10);
    const { bought } = await buy(shop.tryout, first);
    await x.cancelSessions(db, first);
    await x.stopCalendar(db, `${after.dateIn(40)}T12:00:00+08:00`);
    expect(await refundOf(bought)).toBe(3800);
  });
});
