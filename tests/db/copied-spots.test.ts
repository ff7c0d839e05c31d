/** Tests that a spot which staff added for a single child is not copied to next week as ordinary capacity. */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CopiedWeek, WeekCopy } from '#contract/week-copies.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { addingArgs, createAdding } from '#support/sql-added-children.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { rpc } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await camps.publish(db, camps.tierOffer('spark'));
  await afterSale.sellWithRules(db);
  await afterSale.startCalendar(db);
  await db.sql`delete from public.closed_days`;
});
afterAll(() => db.drop());

/** Returns the Monday this many weeks ahead. */
function monday(weeks: number): string {
  const day = new Date(`${afterSale.dateIn(7 * weeks)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}
const call = <T>(name: string, args: object) => rpc<T>(db, people.callers.admin, name, { ...args });

test('a copy has the capacity without added spots and says so, until somebody sets the capacity by hand', async () => {
  const staff = createAdding(db, people);
  const [p_from, p_to] = [monday(30), monday(31)];
  const camp = await camps.makeCamp(db, { start: p_from, capacity: 1 });
  const session = await afterSale.makeSession(db, p_from, 1);
  for (const place of [camp, session]) {
    await staff.add(addingArgs((await staff.makeChild()).id, place));
    await staff.add(addingArgs((await staff.makeChild()).id, place, 'free', { p_expected_capacity: 1 }));
    expect(await staff.readCapacity(place)).toBe(2);
  }
  const preview = async (to: string) =>
    v.parse(WeekCopy, await call('preview_week_copy', { p_from, p_to: to }));
  expect(await preview(p_to)).toMatchObject({ not_copied: 1, camps: [{ capacity: 1, not_copied: 1 }] });
  const { made, camps: copied } = v.parse(CopiedWeek, await call('copy_week', { p_from, p_to }));
  expect([await staff.readCapacity(made[0] ?? ''), await staff.readCapacity(copied[0]?.id ?? '')]).toEqual([
    1, 1,
  ]);
  await call('raise_camp_capacity', { p_camp_id: camp, p_capacity: 5 });
  await call('set_session_capacity', { p_session_id: session, p_capacity: 5 });
  expect(await preview(monday(32))).toMatchObject({
    not_copied: 0,
    camps: [{ capacity: 5, not_copied: 0 }],
  });
});
