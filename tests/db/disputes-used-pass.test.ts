import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import {
  resolveDispute,
  buyAndDispute,
  laterReport,
  findDiscrepancies,
  reportDispute,
} from '#support/sql-disputes.ts';
import { makeUser, refusal, rpc } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
  await afterSale.sellWithRules(db);
  admin = { role: 'authenticated', sub: await makeUser(db, 'boss@example.test', ['admin']) };
});
afterAll(() => db.drop());

interface Granted {
  credits_left: number;
}

test('a lost dispute ends a pass that is used up, and no credit returns to it afterwards', async () => {
  const { bought, dispute } = await buyAndDispute(db);
  const line = bought.lines[0] ?? '';
  const [pass] = await db.sql<[{ id: string; booking: string; left: number }]>`
    select p.id, k.booking_id as booking, private.credits_left(p.id) as left from public.passes p
    join public.credit_ledger k on k.pass_id = p.id and k.reason = 'booked' where p.order_line_id = ${line}`;
  const grant = (p_delta: number) =>
    rpc<Granted>(db, admin, 'grant_credit', { p_pass_id: pass.id, p_delta, p_note: 'Counted by hand' });
  expect(await grant(-pass.left)).toMatchObject({ credits_left: 0 });
  // The pass's only session is in the future, and a coach has marked it too early, so its credit counts as used.
  await db.sql`update public.bookings set attended = true where id = ${pass.booking}`;
  await reportDispute(db, laterReport(dispute, { status: 'lost', outcome: 'lost' }));
  await resolveDispute(db, admin, bought.orderId, 'ended');
  expect((await afterSale.viewOrder(db, bought)).lines[0]?.status).toBe('cancelled');
  expect(await refusal(grant(1))).toMatchObject({ code: 'line_closed' });
  await db.sql`update public.bookings set attended = null where id = ${pass.booking}`;
  expect(await rpc(db, admin, 'cancel_booking', { p_booking_id: pass.booking })).toMatchObject({
    credits_left: 0,
  });
  expect(await findDiscrepancies(db, admin, 'access_after_lost_dispute')).toEqual([]);
  expect(await db.sql`select rule from private.discrepancies()`).toEqual([]);
});
