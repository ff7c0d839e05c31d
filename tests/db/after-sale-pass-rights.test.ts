import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import type { BoughtOrder } from '#support/sql-after-sale.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, visitor } from '#support/sql.ts';

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

describe('who may use a pass', () => {
  test('a wrong link, a link for a late choice, another order’s line and another pass’s booking open nothing', async () => {
    const [mine, other] = [await buyTerm(), await buyTerm()];
    const more = await session(22);
    const booking = await readBooking(other.bought, other.first);
    const [late] = await db.sql<[{ token: string }]>`
      select private.make_order_link(${mine.bought.orderId}, 'late_choice') as token`;
    const calls: [string, (line: string) => Record<string, unknown>][] = [
      ['find_pass_sessions', (p_line_id) => ({ p_line_id })],
      ['book_pass_session', (p_line_id) => ({ p_line_id, p_session_id: more })],
      ['cancel_pass_session', (p_line_id) => ({ p_line_id, p_booking_id: booking, p_expected_return: true })],
    ];
    for (const [name, args] of calls) {
      const call = (p_access: object, line: string) =>
        refusal(rpc(db, visitor, name, { p_access, ...args(line) }));
      expect(await call({ token: '0'.repeat(32) }, mine.line)).toMatchObject({ code: 'link_not_found' });
      expect(await call({ token: late.token }, mine.line)).toMatchObject({ code: 'not_allowed' });
      expect(await call({ order_id: mine.bought.orderId }, mine.line)).toMatchObject({ code: 'not_allowed' });
      const link = await afterSale.readLink(db, mine.bought.orderId);
      expect(await call(link, other.line)).toMatchObject({ code: 'line_not_found', field: 'p_line_id' });
    }
    expect(await refusal(afterSale.cancelBooking(db, mine.bought, mine.line, booking))).toMatchObject({
      code: 'booking_not_found',
      field: 'p_booking_id',
    });
    expect(await afterSale.countCredits(db, other.line)).toBe(17);
    await db.sql`update public.order_links set expires_at = clock_timestamp() where order_id = ${mine.bought.orderId}`;
    expect(await refusal(afterSale.bookPassSession(db, mine.bought, mine.line, more))).toMatchObject({
      code: 'link_expired',
    });
  });

  test('a cancelled pass cannot book a session', async () => {
    const { bought, line } = await buyTerm();
    await afterSale.cancelLines(db, bought, [line], 69700);
    expect(await refusal(afterSale.bookPassSession(db, bought, line, await session(12)))).toMatchObject({
      code: 'line_closed',
      field: 'p_line_id',
    });
  });

  test('the number of bookings from one address is limited', async () => {
    const { bought, line } = await buyTerm();
    const who = { ...visitor, headers: { 'cf-connecting-ip': '203.0.113.77' } };
    await db.sql`insert into public.rate_limits (key_hash, hits, window_ends_at)
      values (private.fingerprint('book_pass_session address 203.0.113.77'), 120, clock_timestamp() + interval '1 hour')`;
    expect(await refusal(afterSale.bookPassSession(db, bought, line, await session(12), who))).toMatchObject({
      code: 'rate_limited',
    });
  });
});
