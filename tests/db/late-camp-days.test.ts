/** Tests what a family gets that comes to a camp after one of its days was cancelled. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import { cancelDays, mailsAbout, previewDays } from '#support/sql-camp-days.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await camps.publish(db, camps.tierOffer('spark'));
  await afterSale.sellWithRules(db, []);
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

const DAYS = 3;
/** Makes a camp of three days that begins in some weeks. */
async function makeCampIn(weeks: number): Promise<{ camp: string; first: string }> {
  const first = afterSale.dateIn(7 * weeks);
  const camp = await camps.makeCamp(db, { start: first });
  await db.sql`update public.camp_weeks set end_date = start_date + 2 where id = ${camp}`;
  return { camp, first };
}
async function cancelDay(camp: string, day: string): Promise<void> {
  const { admin } = people.callers;
  await cancelDays(db, admin, camp, [day], await previewDays(db, admin, camp, [day]));
}

test('a family that pays after the day was cancelled gets its share and the mail, in the same step', async () => {
  const { camp, first } = await makeCampIn(4);
  const lines = [0, 1].map((child) => ({ child, offer_id: 'tier-spark', camp_id: camp }));
  const bought = await afterSale.buy(db, lines, { beforePayment: () => cancelDay(camp, first) });
  const refunds = await db.sql<{ amount_cents: number; order_line_id: string }[]>`
    select amount_cents, order_line_id from public.refunds where order_id = ${bought.orderId}`;
  expect(new Set(refunds.map((refund) => refund.order_line_id))).toEqual(new Set(bought.lines));
  const cents = refunds.reduce((sum, refund) => sum + refund.amount_cents, 0);
  expect(Math.abs(cents - bought.total / DAYS)).toBeLessThan(2);
  const [mail, ...others] = await mailsAbout(db, camp);
  expect(others).toEqual([]);
  expect(mail?.payload).toMatchObject({
    kind: 'cancelled',
    children: ['Kai', 'Lia'],
    days: [first],
    reason: 'Haze',
    refund_parts: [{ method: 'online', cents }],
  });
});

test('a child added after the day was cancelled is told of it, without money', async () => {
  const { camp, first } = await makeCampIn(5);
  await cancelDay(camp, first);
  expect(await mailsAbout(db, camp)).toEqual([]);
  await db.sql`
    insert into public.camp_enrollments (camp_id, child_id, family_id)
    select ${camp}, id, family_id from public.children where family_id = ${people.otherFamilyId} limit 1`;
  expect(await mailsAbout(db, camp)).toMatchObject([{ payload: { days: [first], refund_parts: [] } }]);
});
