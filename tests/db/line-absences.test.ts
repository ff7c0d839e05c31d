/** Tests that a guest says with the order's link on which days of a camp the child does not come. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import type { Caller } from '#support/database.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { makeUser, refusal, rpc, stopCalendar, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
let coach: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
  admin = { role: 'authenticated', sub: await makeUser(db, 'boss@example.test', ['admin']) };
  coach = { role: 'authenticated', sub: await makeUser(db, 'coach@example.test', ['coach']) };
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

let week = 4;
async function buyCamp(children = 1) {
  const start = afterSale.dateIn(7 * week++);
  const camp = await camps.makeCamp(db, { start });
  const lines = Array.from({ length: children }, () => ({ offer_id: 'tier-spark', camp_id: camp }));
  const bought = await afterSale.buy(db, lines);
  const [{ end }] = await db.sql<[{ end: string }]>`
    select end_date::text as end from public.camp_weeks where id = ${camp}`;
  return { bought, camp, start, end, line: bought.lines[0] ?? '' };
}
type Sold = Awaited<ReturnType<typeof buyCamp>>;
const tell = ({ bought, line }: Sold, day: string, isAbsent = true) =>
  afterSale.manage(db, bought, 'tell_line_absence', { p_line_id: line, p_day: day, p_absent: isAbsent });
const absenceOf = (order: Awaited<ReturnType<typeof tell>>) => order.lines.map(({ absence }) => absence);
const told = async ({ camp }: Sold) =>
  (
    await db.sql<{ day: string; told_by: string | null; child: string }[]>`
      select a.day::text as day, a.told_by, c.name as child
      from public.camp_absences a join public.camp_enrollments e on e.id = a.enrollment_id
      join public.children c on c.id = e.child_id where e.camp_id = ${camp} order by a.day`
  ).map((row) => ({ ...row }));

test('a guest says it for one of two children and takes it back, and the money stays as it was', async () => {
  const sold = await buyCamp(2);
  const before = await afterSale.viewOrder(db, sold.bought);
  expect(absenceOf(before)[0]).toMatchObject({ absent_days: [] });
  expect(absenceOf(before)[0]?.open_days).toContain(sold.start);
  const after = await tell(sold, sold.end);
  expect(absenceOf(after).map((absence) => absence?.absent_days)).toEqual([[sold.end], []]);
  expect(await told(sold)).toEqual([{ day: sold.end, told_by: null, child: 'Kai Tan' }]);
  await tell(sold, sold.end);
  expect(await told(sold)).toHaveLength(1);
  expect(after.lines.map(({ balance_cents }) => balance_cents)).toEqual(
    before.lines.map(({ balance_cents }) => balance_cents),
  );
  expect(absenceOf(await tell(sold, sold.end, false))[0]?.absent_days).toEqual([]);
  expect(await told(sold)).toEqual([]);
});

test('an admin who acts for the family says it too, and is recorded', async () => {
  const sold = await buyCamp();
  await afterSale.manage(
    db,
    sold.bought,
    'tell_line_absence',
    { p_line_id: sold.line, p_day: sold.start, p_absent: true },
    { access: { order_id: sold.bought.orderId }, who: admin },
  );
  expect(await told(sold)).toEqual([{ day: sold.start, told_by: admin.sub, child: 'Kai Tan' }]);
});

test('nobody else says it: a guessed link, another family’s link, a coach, a request for details', async () => {
  const [sold, other] = [await buyCamp(), await buyCamp()];
  const ask = (access: object, who: Caller = visitor) =>
    refusal(
      rpc(db, who, 'tell_line_absence', {
        p_access: access,
        p_line_id: sold.line,
        p_day: sold.start,
        p_absent: true,
      }),
    );
  expect(await ask({ token: 'x'.repeat(43) })).toMatchObject({ code: 'link_not_found' });
  expect(await ask(await afterSale.readLink(db, other.bought.orderId))).toMatchObject({
    code: 'line_not_found',
  });
  for (const who of [visitor, coach])
    expect((await ask({ order_id: sold.bought.orderId }, who)).code).toMatch(/not_found|not_allowed/);
  expect(await told(sold)).toEqual([]);
});

test('only open days of a place that is still held: not before or after the camp, nor a day or place that ended', async () => {
  const sold = await buyCamp();
  const dayAfter = new Date(Date.parse(sold.end) + 86_400_000).toISOString().slice(0, 10);
  expect(await refusal(tell(sold, dayAfter))).toMatchObject({ code: 'invalid_input' });
  await stopCalendar(db, `${sold.end}T07:00:00+08:00`);
  expect(await refusal(tell(sold, sold.start))).toMatchObject({ code: 'invalid_input' });
  expect(absenceOf(await afterSale.viewOrder(db, sold.bought))[0]?.open_days).toEqual([sold.end]);
  await stopCalendar(db, `${dayAfter}T07:00:00+08:00`);
  expect(absenceOf(await afterSale.viewOrder(db, sold.bought))).toEqual([null]);

  await afterSale.startCalendar(db);
  const cancelled = await buyCamp();
  const { cancel_all: all } = await afterSale.viewOrder(db, cancelled.bought);
  await afterSale.cancelLines(db, cancelled.bought, [cancelled.line], all?.refund_cents ?? 0);
  expect(await refusal(tell(cancelled, cancelled.start))).toMatchObject({ code: 'line_closed' });
  expect(absenceOf(await afterSale.viewOrder(db, cancelled.bought))).toEqual([null]);
});
