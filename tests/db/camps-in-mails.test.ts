import { afterAll, beforeAll, expect, test } from 'vitest';
import * as camps from '#support/sql-camps.ts';
import type { TestDatabase } from '#support/database.ts';
import * as orders from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';
import { rpc, service, stopCalendar } from '#support/sql.ts';

/** Tests that mails and pages show a camp's extended day and transport beside its usual hours. */
let db: TestDatabase;
beforeAll(async () => void (db = await orders.openShop()));
afterAll(() => db.drop());

const long = { start: '08:30', end: '17:00' };

/** Buys one camp for siblings. Each entry is a child's transport, or null. */
async function buyForSiblings(campId: string, ways: (string | null)[]) {
  const order = await orders.hold(db, {
    lines: ways.map((transport, child) => orders.campLine(campId, { child, transport })),
    children: ways.map(() => ({ dob: '2081-05-01' })),
  });
  const paid = await shop.openPaymentPage(
    db,
    order,
    orders.orderDetails(
      ways.map((_, n) => orders.childAged8(`Kid ${n}`)),
      { transport_address: 'Blk 12 Lorong 3 #04-05' },
    ),
  );
  await shop.confirmPayment(db, shop.paymentOf(paid));
  return order;
}
const dayBefore = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
const readMail = async (template: string) => {
  const [row] = await db.sql<{ payload: Record<string, unknown> }[]>`
    select payload from public.outbox where template = ${template} order by created_at desc limit 1`;
  return row?.payload;
};

test('the confirmation and the order show the extended day, even when the tier is off sale', async () => {
  const camp = await camps.makeCamp(db, { start: '2090-03-06' });
  const order = await buyForSiblings(camp, ['door-to-door']);
  const [line] = (await orders.viewOrder(db, order)).lines;
  expect(line?.camp).toMatchObject({ session_time_end: '15:00:00', extended_day: long });
  const confirmation = await readMail('booking_confirmed');
  expect(confirmation).toMatchObject({
    lines: [{ camp: { extended_day: long }, transport: { id: 'door-to-door' } }],
  });
  // The order has the address, but the mail does not.
  expect(JSON.stringify(confirmation)).not.toContain('Lorong');

  await camps.publish(db, orders.tryOutOffer);
  expect((await orders.viewOrder(db, order)).lines[0]?.camp?.extended_day).toEqual(long);
  await camps.publish(db, orders.tryOutOffer, camps.tierOffer('spark', { extended_day: null }));
  expect((await orders.viewOrder(db, order)).lines[0]?.camp?.extended_day).toBeNull();
  await camps.publish(db, orders.tryOutOffer, camps.tierOffer('spark'));
});

test.each([
  ['2090-05-08', ['door-to-door', 'door-to-door'], { comes: false, rides: true }],
  ['2090-05-15', [null, null], { comes: true, rides: false }],
  ['2090-05-22', [null, 'door-to-door'], { comes: true, rides: true }],
])('the reminder before the camp of %s says how its children travel: %j', async (start, ways, fields) => {
  const camp = await camps.makeCamp(db, { start });
  await buyForSiblings(camp, ways);
  await db.sql`delete from public.outbox`;
  await stopCalendar(db, `${dayBefore(start)}T12:00:00+08:00`);
  await rpc(db, service, 'queue_session_reminders');
  await stopCalendar(db, '2089-12-01T12:00:00+08:00');
  expect(await readMail('session_reminder')).toMatchObject({
    camp: { camp_id: camp, extended_day: long },
    ...fields,
  });
});
