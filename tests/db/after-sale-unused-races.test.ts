/** Tests that parallel calls about a partly used pass refund it once. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { signedIn } from '#support/sql-details.ts';
import { markEntries } from '#support/sql-roster.ts';
import * as shop from '#support/sql-selling.ts';
import { atOnce, makeUser, refusal, rpc } from '#support/sql.ts';
import {
  buyPass,
  readRefundedCents,
  countAsMissed,
  firstLine,
  passLine,
  makeSession,
  readStatuses,
  useCredits,
} from '#support/sql-unused.ts';

// These passes refund their unused sessions for some days after the purchase.
let db: TestDatabase;
const refundRules = [{ days_after_purchase: 14, percent: 100 }];
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'), camps.tierOffer('ignite'));
});
beforeEach(async () => {
  await afterSale.startCalendar(db);
  await afterSale.sellWithRules(db, refundRules);
});
afterAll(() => db.drop());

describe('concurrent calls', () => {
  test('three parallel calls for the same cancellation make one refund, and the other two are refused', async () => {
    const bought = await buyPass(db);
    const used = await useCredits(db, bought, 'attended', 'late');
    const call = () => afterSale.cancelLines(db, bought, bought.lines, 61956);
    const gate = { table: 'orders', id: bought.orderId } as const;
    const { won, lost } = await atOnce(db, gate, [call, call, call]);
    expect([won.length, lost]).toEqual([1, ['line_closed', 'line_closed']]);
    expect(await readRefundedCents(db, bought)).toEqual([61956]);
    expect(await afterSale.countCredits(db, firstLine(bought))).toBe(0);
    await countAsMissed(db, used);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('if attendance is taken at the same time, the second call decides by the result of the first', async () => {
    const session_id = await makeSession(db);
    const bought = await afterSale.buy(db, [{ ...passLine, session_id }]);
    const [booking] = await db.sql<[{ id: string }]>`
      select id from public.bookings where session_id = ${session_id}`;
    const admin = signedIn(await makeUser(db, 'roll@example.test', ['admin']));
    const roll = () => markEntries(db, admin, [booking.id], 'in');
    const { won, lost } = await atOnce<unknown>(db, { table: 'sessions', id: session_id }, [
      roll,
      () => afterSale.cancelLines(db, bought, bought.lines, 69700),
    ]);
    expect(won).toHaveLength(1);
    expect([['refund_changed'], ['booking_not_found']]).toContainEqual(lost);
    const [status] = await readStatuses(db, [booking.id]);
    expect([status, await readRefundedCents(db, bought)]).toEqual(
      lost[0] === 'refund_changed' ? ['booked', []] : ['cancelled', [69700]],
    );
  });

  test('if a credit is spent at the same time, its booking is cancelled too, or there is no credit left', async () => {
    const bought = await buyPass(db);
    await useCredits(db, bought, 'attended');
    const other = await makeSession(db);
    const [place] = await db.sql<[{ id: string; child_id: string }]>`
      select id, child_id from public.passes where order_line_id = ${firstLine(bought)}`;
    const admin = await makeUser(db, 'books@example.test', ['admin']);
    const spend = () =>
      rpc(db, { role: 'authenticated', sub: admin }, 'book_session', {
        p_child_id: place.child_id,
        p_session_id: other,
        p_pass_id: place.id,
      });
    const { lost } = await atOnce<unknown>(db, { table: 'passes', id: place.id }, [
      spend,
      () => afterSale.cancelLines(db, bought, bought.lines, 65828),
    ]);
    expect([[], ['no_credit']]).toContainEqual(lost);
    expect(await refusal(spend())).toMatchObject({ code: 'no_credit' });
    expect(await readRefundedCents(db, bought)).toEqual([65828]);
    expect(await shop.countSpotsTaken(db, other)).toBe(0);
    expect(await afterSale.countCredits(db, firstLine(bought))).toBe(0);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });
});
