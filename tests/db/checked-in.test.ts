/**
 * Tests that nothing removes a checked-in child from today's roster: neither the family, nor staff
 * who cancel a camp, nor an instalment that lapses (docs/decisions "One head count").
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc } from '#support/sql.ts';

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

let week = 4;
/** Sells a spot on a camp that begins in half an hour. */
async function onCamp() {
  const camp = await camps.makeCamp(db, { start: afterSale.dateIn(7 * week++) });
  const bought = await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: camp }]);
  await afterSale.stopBefore(db, camp, 1800);
  return { place: camp, bought };
}
/** Sells a spot in a class that begins in half an hour, paid by a pass. */
async function inClass() {
  const session = await afterSale.makeSession(db, afterSale.dateIn(week++));
  const bought = await afterSale.buy(db, [{ offer_id: shop.term.id, session_id: session }]);
  await afterSale.stopBefore(db, session, 1800);
  return { place: session, bought };
}

const mark = (place: string, kind: 'in' | 'out' | 'undo' | 'absent', undoes: string | null = null) => db.sql<
  { id: string }[]
>`
  insert into public.attendance_marks (id, booking_id, enrollment_id, day, kind, made_at, undoes, collected_by)
  select gen_random_uuid(), h.booking_id, h.enrollment_id, private.calendar_today(), ${kind}, private.calendar_now(),
    ${undoes}::uuid, ${kind === 'out' ? 'parent' : null}
  from private.day_heads(private.calendar_today(), array[${place}::uuid]) h returning id`;
const headCount = async (place: string) => {
  const [row] = await db.sql<{ heads: number }[]>`
    select count(*)::int as heads from private.day_heads(private.calendar_today(), array[${place}::uuid])`;
  return row?.heads;
};
const cancelPlace = async (place: string) => {
  const { choice } = await rpc<{ choice: object }>(db, people.callers.admin, 'preview_cancel_by_staff', {
    p_place_ids: [place],
  });
  return rpc(db, people.callers.admin, 'cancel_by_staff', {
    p_place_ids: [place],
    p_reason: 'Haze',
    p_refunds: false,
    p_expected: choice,
  });
};
const cancelLine = async ({ bought }: Awaited<ReturnType<typeof onCamp>>) => {
  const { lines } = await afterSale.viewOrder(db, bought);
  return afterSale.cancelLines(db, bought, bought.lines, lines[0]?.can.cancel?.refund_cents ?? 0);
};

describe.each([
  ['camp', onCamp],
  ['class', inClass],
])('a child who was checked in at a %s half an hour before it begins', (_, make) => {
  test('stays on the roster when the family cancels, who reads which child it is, until the check-in is undone', async () => {
    const sold = await make();
    const [checkedIn] = await mark(sold.place, 'in');
    expect(await refusal(cancelLine(sold))).toMatchObject({ code: 'child_checked_in', detail: '["Kai"]' });
    expect(await headCount(sold.place)).toBe(1);
    expect(await afterSale.readRefunds(db, sold.bought.orderId)).toEqual([]);
    await mark(sold.place, 'undo', checkedIn?.id);
    expect((await cancelLine(sold)).lines[0]).toMatchObject({ status: 'cancelled' });
    expect(await headCount(sold.place)).toBe(0);
  });

  test('stays on the roster when staff call everything off, who read its name, until it has been checked out', async () => {
    const { place } = await make();
    await mark(place, 'in');
    expect(await refusal(cancelPlace(place))).toMatchObject({
      code: 'child_checked_in',
      detail: '["Kai Tan"]',
    });
    expect(await headCount(place)).toBe(1);
    await mark(place, 'out');
    await cancelPlace(place);
  });
});

test('a camp with children who are here is not moved to another week, and a class not to another day', async () => {
  const camp = await onCamp();
  await mark(camp.place, 'in');
  const later = db.sql`
    update public.camp_weeks set start_date = start_date + 7, end_date = end_date + 7 where id = ${camp.place}`;
  await expect(later).rejects.toThrow('child_checked_in');
  await afterSale.startCalendar(db);
  const lesson = await inClass();
  await mark(lesson.place, 'in');
  const tomorrow = db.sql`update public.sessions set session_date = session_date + 1 where id = ${lesson.place}`;
  await expect(tomorrow).rejects.toThrow('child_checked_in');
});

test('a child whom one device checked in and another marked as absent stays on the roster until staff decide', async () => {
  const sold = await onCamp();
  await mark(sold.place, 'in');
  await mark(sold.place, 'absent');
  expect(await refusal(cancelLine(sold))).toMatchObject({ code: 'child_checked_in' });
  expect(await refusal(cancelPlace(sold.place))).toMatchObject({ code: 'child_checked_in' });
});

test('a check-in of another day keeps no child on a roster', async () => {
  const sold = await onCamp();
  await mark(sold.place, 'in');
  await afterSale.startCalendar(db);
  expect((await cancelLine(sold)).lines[0]).toMatchObject({ status: 'cancelled' });
});
