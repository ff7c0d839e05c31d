import { afterAll, beforeAll, expect, test } from 'vitest';
import * as camps from '#support/sql-camps.ts';
import type { TestDatabase } from '#support/database.ts';
import * as o from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';
import * as x from '#support/sql.ts';

/** Tests what mails and pages show of a camp's extended day and transport, besides its camp hours. */
let db: TestDatabase;
beforeAll(async () => void (db = await o.openShop()));
afterAll(() => db.drop());

const long = { start: '08:30', end: '17:00' };

/** Buys one camp for siblings. Each entry is a child's transport, or null. */
async function siblings(campId: string, ways: (string | null)[]) {
  const order = await o.hold(db, {
    lines: ways.map((transport, child) => o.place(campId, { child, transport })),
    children: ways.map(() => ({ dob: '2081-05-01' })),
  });
  const paid = await shop.toPayment(
    db,
    order,
    o.detailsOf(
      ways.map((_, n) => o.childAged8(`Kid ${n}`)),
      { transport_address: 'Blk 12 Lorong 3 #04-05' },
    ),
  );
  await shop.confirm(db, shop.paymentOf(paid));
  return order;
}
const dayBefore = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
const mail = async (template: string) => {
  const [row] = await db.sql<{ payload: Record<string, unknown> }[]>`
    select payload from public.outbox where template = ${template} order by created_at desc limit 1`;
  return row?.payload;
};

test('the confirmation and the order show the extended day, even when the tier is off sale', async () => {
  const camp = await camps.makeCamp(db, { start: '2090-03-06' });
  const order = await siblings(camp, ['door-to-door']);
  const [line] = (await o.view(db, order)).lines;
  expect(line?.camp).toMatchObject({ session_time_end: '15:00:00', extended_day: long });
  const confirmation = await mail('booking_confirmed');
  expect(confirmation).toMatchObject({
    lines: [{ camp: { extended_day: long }, transport: { id: 'door-to-door' } }],
  });
  // The order has the address, but the mail does not.
  expect(JSON.stringify(confirmation)).not.toContain('Lorong');

  await camps.publish(db, o.tryOutOffer);
  expect((await o.view(db, order)).lines[0]?.camp?.extended_day).toEqual(long);
  await camps.publish(db, o.tryOutOffer, camps.tierOffer('spark', { extended_day: null }));
  expect((await o.view(db, order)).lines[0]?.camp?.extended_day).toBeNull();
  await camps.publish(db, o.tryOutOffer, camps.tierOffer('spark'));
});

test.each([
  ['2090-05-08', ['door-to-door', 'door-to-door'], { comes: false, rides: true }],
  ['2090-05-15', [null, null], { comes: true, rides: false }],
  ['2090-05-22', [null, 'door-to-door'], { comes: true, rides: true }],
])('the reminder before the camp of %s says how its children travel: %j', async (start, ways, fields) => {
  const camp = await camps.makeCamp(db, { start });
  await siblings(camp, ways);
  await db.sql`delete from public.outbox`;
  await x.stopCalendar(db, `${dayBefore(start)}T12:00:00+08:00`);
  await x.rpc(db, x.service, 'queue_session_reminders');
  await x.stopCalendar(db, '2089-12-01T12:00:00+08:00');
  expect(await mail('session_reminder')).toMatchObject({
    camp: { camp_id: camp, extended_day: long },
    ...fields,
  });
});
