/** Tests what happens to a discount for one location when a family moves (docs/decisions "Discounts"). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { callAs } from '#support/sql-details.ts';
import { service } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
  await afterSale.sellWithRules(db, []);
  await afterSale.startCalendar(db);
});
afterAll(() => db.drop());

let week = 4;
const makeNextCamp = () => camps.makeCamp(db, { start: afterSale.dateIn(7 * week++), capacity: 5 });

test.each([
  [false, 0],
  [true, 4900],
])(
  'a move to another location ends the discount, unless we cancelled the camp (%s)',
  async (isCancelled, cents) => {
    const sold = await makeNextCamp();
    const [here] = await db.sql<[{ id: string }]>`
      select location_id as id from public.camp_weeks where id = ${sold}`;
    const code = `HERE${cents}`;
    await callAs(db, service, 'save_promotion_code', { code, percent: 10, locations: [here.id] });
    const { lines } = await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: sold }], { code });
    const elsewhere = await makeNextCamp();
    await db.sql`
      update public.camp_weeks
      set location_id = (select id from public.locations where id <> ${here.id} limit 1)
      where id = ${elsewhere}`;
    if (isCancelled)
      await db.sql`update public.camp_weeks set is_active = false, cancelled_at = now() where id = ${sold}`;
    const [moved] = await db.sql<[{ cents: number }]>`
      select (m.line).discount_cents as cents
      from public.order_lines l, private.price_moved_line(l, ${elsewhere}, '{}') m
      where l.id = ${lines[0] ?? ''}`;
    expect(moved.cents).toBe(cents);
  },
);
