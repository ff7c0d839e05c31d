/**
 * Tests that the order line of a pass always names the session that is booked with it, whether a parent changes the
 * booking signed in or by the link of a mail, and that a pass expires.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import type { BoughtOrder } from '#support/sql-after-sale.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { makeParent } from '#support/sql-details.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import { atOnce, cancelSessions, refusal, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
});
beforeEach(async () => {
  await afterSale.startCalendar(db);
  await afterSale.sellWithRules(db);
});
afterAll(() => db.drop());

const hour = 3600;
const session = (n: number) => afterSale.makeSession(db, afterSale.dateIn(n));
const readLine = async (bought: BoughtOrder) => {
  const [line] = (await afterSale.viewOrder(db, bought)).lines;
  if (!line) throw new Error('no line');
  return line;
};
const refundOf = async (bought: BoughtOrder) => (await readLine(bought)).can.cancel?.refund_cents;

let parents = 0;
/** Buys a pass for a family whose parent has an account too. */
async function buy(offer = shop.term, first?: string) {
  const bought = await afterSale.buy(db, [{ offer_id: offer.id, ...(first && { session_id: first }) }]);
  const who = await makeParent(db, `following${++parents}@example.test`);
  await db.sql`update public.profiles set family_id = ${bought.familyId} where id = ${who.sub ?? ''}`;
  const [row] = await db.sql<{ childId: string; booking: string | null }[]>`
    select p.child_id as "childId", k.booking_id as booking
    from public.passes p left join public.credit_ledger k on k.pass_id = p.id and k.reason = 'booked'
    where p.order_line_id = ${bought.lines[0] ?? ''}`;
  return { bought, who, childId: row?.childId ?? '', booking: row?.booking ?? '' };
}
const bookSignedIn = (home: { who: Caller; childId: string }, id: string) => passes.bookSession(db, home, id);

describe('a signed-in parent cannot improve the refund', () => {
  type Change = (who: Caller, booking: string) => Promise<unknown>;
  const changes: [string, Change][] = [
    ['giving the session back', (who, booking) => passes.cancelBooking(db, who, booking, true)],
    ['moving it away', async (who, booking) => passes.rescheduleBooking(db, who, booking, await session(20))],
  ];

  test.each(changes)('by %s', async (_, change) => {
    const first = await session(10);
    const { bought, who, booking } = await buy(shop.term, first);
    await afterSale.stopBefore(db, first, 30 * hour);
    expect(await refundOf(bought)).toBe(34850);
    await change(who, booking);
    const line = await readLine(bought);
    expect(line.can.cancel?.refund_cents).toBe(34850);
    // The line names the session that the pass has booked now, which is none or the later one.
    expect(line.session?.session_id).toBe(line.pass?.bookings[0]?.session.session_id);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a session that we cancelled does not reduce the refund', async () => {
    const first = await session(10);
    const home = await buy(shop.term, first);
    await afterSale.stopBefore(db, first, 30 * hour);
    await cancelSessions(db, first);
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
      if (how === 'moved') await passes.rescheduleBooking(db, home.who, home.booking, b);
      else {
        await passes.cancelBooking(db, home.who, home.booking, true);
        await bookSignedIn(home, b);
      }
      expect((await readLine(home.bought)).session?.session_id).toBe(b);
      await cancelSessions(db, a);
      await afterSale.stopBefore(db, b, hour);
      expect(await refundOf(home.bought)).toBe(0);
    },
  );

  test('after we cancelled its session, the refund rules of the newly booked day apply', async () => {
    const [a, b] = [await session(10), await session(12)];
    const home = await buy(shop.tryout, a);
    await cancelSessions(db, a);
    expect(await refundOf(home.bought)).toBe(3800);
    await bookSignedIn(home, b);
    expect((await readLine(home.bought)).session?.session_id).toBe(b);
    await afterSale.stopBefore(db, b, 30 * hour);
    expect(await refundOf(home.bought)).toBe(1900);
    await afterSale.stopBefore(db, b, 60);
    expect(await refundOf(home.bought)).toBe(0);
  });
});

test('cancelling the session and the whole pass at the same time loses no money', async () => {
  const first = await session(10);
  const { bought, who, booking } = await buy(shop.term, first);
  const { won, lost } = await atOnce<unknown>(db, { table: 'sessions', id: first }, [
    () => afterSale.cancelLines(db, bought, bought.lines, 69700),
    () => passes.cancelBooking(db, who, booking, true),
  ]);
  expect([won.length + lost.length, lost.filter((code) => code !== 'booking_closed')]).toEqual([2, []]);
  expect([
    await shop.countSpotsTaken(db, first),
    await afterSale.countCredits(db, bought.lines[0] ?? ''),
  ]).toEqual([0, 0]);
  expect(await afterSale.findFaults(db)).toEqual([]);
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
    await stopCalendar(db, `${afterSale.dateIn(n)}T${time}+08:00`);
    expect(await refundOf(bought)).toBe(cents);
  });

  test.each([
    [130, '23:59:59', 69700],
    [131, '00:00:00', 0],
  ])(
    'the pass also expires when the rules count days after the purchase: day %i, %s',
    async (n, time, cents) => {
      await afterSale.sellWithRules(db, [{ days_after_purchase: 365, percent: 100 }]);
      const { bought } = await buy();
      await stopCalendar(db, `${afterSale.dateIn(n)}T${time}+08:00`);
      expect(await refundOf(bought)).toBe(cents);
    },
  );

  test('a parent cannot cancel a used pass after it has expired', async () => {
    await afterSale.sellWithRules(db, [{ days_after_purchase: 365, percent: 100 }]);
    const { bought } = await buy(shop.term, await session(10));
    await stopCalendar(db, `${afterSale.dateIn(130)}T12:00:00+08:00`);
    expect(await refundOf(bought)).toBe(Math.round((69700 * 17) / 18));
    await stopCalendar(db, `${afterSale.dateIn(131)}T12:00:00+08:00`);
    expect((await readLine(bought)).can.cancel).toBeNull();
    expect(await refusal(afterSale.cancelLines(db, bought, bought.lines, 0))).toMatchObject({
      code: 'pass_used',
    });
  });

  test('a class that we cancelled is refunded even after the pass has expired', async () => {
    const first = await session(10);
    const { bought } = await buy(shop.tryout, first);
    await cancelSessions(db, first);
    await stopCalendar(db, `${afterSale.dateIn(40)}T12:00:00+08:00`);
    expect(await refundOf(bought)).toBe(3800);
  });
});
