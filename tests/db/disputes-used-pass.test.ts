import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as after from '#support/sql-after.ts';
import * as camps from '#support/sql-camps.ts';
import { decide, disputed, laterReport, discrepanciesOf, reportDispute } from '#support/sql-disputes.ts';
import * as x from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
  await after.sellWithRules(db);
  admin = { role: 'authenticated', sub: await x.makeUser(db, 'boss@example.test', ['admin']) };
});
afterAll(() => db.drop());

interface Granted {
  credits_left: number;
}

test('a lost dispute ends a pass that is used up, and no credit returns to it afterwards', async () => {
  const { bought, dispute } = await disputed(db);
  const line = bought.lines[0] ?? '';
  const [pass] = await db.sql<[{ id: string; booking: string; left: number }]>`
    select p.id, k.booking_id as booking, private.credits_left(p.id) as left from public.passes p
    join public.credit_ledger k on k.pass_id = p.id and k.reason = 'booked' where p.order_line_id = ${line}`;
  const grant = (p_delta: number) =>
    x.rpc<Granted>(db, admin, 'grant_credit', { p_pass_id: pass.id, p_delta, p_note: 'Counted by hand' });
  expect(await grant(-pass.left)).toMatchObject({ credits_left: 0 });
  // The pass's only session is in the future, and a coach has marked it too early, so its credit counts as used.
  await db.sql`update public.bookings set attended = true where id = ${pass.booking}`;
  await reportDispute(db, laterReport(dispute, { status: 'lost', outcome: 'lost' }));
  await decide(db, admin, bought.orderId, 'ended');
  expect((await after.view(db, bought)).lines[0]?.status).toBe('cancelled');
  expect(await x.refusal(grant(1))).toMatchObject({ code: 'line_closed' });
  await db.sql`update public.bookings set attended = null where id = ${pass.booking}`;
  expect(await x.rpc(db, admin, 'cancel_booking', { p_booking_id: pass.booking })).toMatchObject({
    credits_left: 0,
  });
  expect(await discrepanciesOf(db, admin, 'access_after_lost_dispute')).toEqual([]);
  expect(await db.sql`select rule from private.discrepancies()`).toEqual([]);
});
