/**
 * Tests that an admin can move a child in the last hours, even above capacity. Also tests the
 * seats, the money, the mail and the note, and that nobody else may do it.
 */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MovedChild, MoveTargets } from '#contract/staff-moves.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { atOnce, refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
/** The discrepancies that the test data already have at the beginning. */
let faults: string[];
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await camps.publish(db, camps.tierOffer('spark'), camps.tierOffer('ignite'));
  await afterSale.sellWithRules(db);
  faults = await afterSale.findFaults(db);
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

let week = 4;
const camp = (more: Parameters<typeof camps.makeCamp>[1] = {}) =>
  camps.makeCamp(db, { start: afterSale.dateIn(7 * week++), ...more });
const readChild = async (line: string) => {
  const [row] = await db.sql<{ id: string }[]>`
    select c.child_id as id from public.order_lines l
    join public.order_children c on c.order_id = l.order_id and c.position = l.child_position where l.id = ${line}`;
  return row?.id ?? '';
};
async function onCamp(more: Parameters<typeof camps.makeCamp>[1] = {}) {
  const from = await camp(more);
  const bought = await afterSale.buy(db, [{ offer_id: `tier-${more.tier ?? 'spark'}`, camp_id: from }]);
  const [line = ''] = bought.lines;
  return { from, bought, line, child: await readChild(line) };
}
type Who = keyof People['callers'];
const args = (child: string, from: string, to: string, more: object = {}) => ({
  p_note_id: crypto.randomUUID(),
  p_child_id: child,
  p_from: from,
  p_to: to,
  p_adds_spot: false,
  p_reason: 'Overslept; the mother called',
  ...more,
});
const move = async (sent: ReturnType<typeof args>, who: Who = 'admin') =>
  v.parse(MovedChild, await rpc(db, people.callers[who], 'move_child', sent));
const readTargets = async (p_child_id: string, p_from: string) =>
  v
    .parse(
      MoveTargets,
      await rpc(db, people.callers.admin, 'list_staff_move_targets', { p_child_id, p_from }),
    )
    .targets.map(({ id }) => id);
const readCapacity = async (id: string) => {
  const [row] = await db.sql<{ n: number }[]>`
    select capacity as n from public.camp_weeks where id = ${id}
    union all select max_capacity from public.sessions where id = ${id}`;
  return row?.n;
};
const isOn = async (child: string, id: string) =>
  (
    await db.sql`
      select from public.camp_enrollments where child_id = ${child} and camp_id = ${id} and status = 'enrolled'
      union all
      select from public.bookings where child_id = ${child} and session_id = ${id} and status = 'booked'`
  ).length;
const ledger = (line: string) =>
  db.sql`select entry, amount_cents from public.line_ledger where order_line_id = ${line} order by id`;

test('an hour before the start and above capacity, the spot moves, the money does not, and the family gets a mail', async () => {
  const { from, line, child, bought } = await onCamp();
  const full = await camp({ capacity: 1 });
  await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: full }]);
  const waiting = await waitlists.joinWaitlist(db, { camp_id: full });
  await afterSale.stopBefore(db, from, 3600);
  expect(await readTargets(child, from)).toContain(full);
  const before = await ledger(line);
  await db.sql`delete from public.outbox`;
  expect(await refusal(move(args(child, from, full)))).toMatchObject({ code: 'camp_full' });
  const sent = args(child, from, full, { p_adds_spot: true });
  expect(await move(sent)).toMatchObject({ added: true, mailed: true, place: { id: from, booked: 0 } });
  expect([await isOn(child, from), await isOn(child, full), await readCapacity(full)]).toEqual([0, 1, 2]);
  expect(await ledger(line)).toEqual(before);
  expect(await afterSale.readRefunds(db, bought.orderId)).toEqual([]);
  expect(await afterSale.findFaults(db)).toEqual(faults);
  expect((await waitlists.viewEntry(db, waiting)).status).toBe('waiting');
  expect(await db.sql`select template from public.outbox`).toEqual([{ template: 'order_moved' }]);
  // A move to a later camp does not increase the refund.
  const [terms] = await db.sql`
    select refund_starts_at = (select starts_at from public.camp_weeks where id = ${from}) as kept
    from public.order_lines where id = ${line}`;
  expect(terms).toEqual({ kept: true });
  const [note] = await db.sql<{ note: string; written_by: string }[]>`
    select note, written_by from public.family_notes where id = ${sent.p_note_id}`;
  expect(note?.note).toMatch(/^Moved from .+ to .+, with a spot added\. Why: Overslept; the mother called$/);
  const [log] = await db.sql`
    select user_id = ${people.callers.admin.sub ?? ''} as mine, before, after from public.audit_log
    where table_name = 'order_lines' and row_key = ${line} order by id desc limit 1`;
  expect(log).toEqual({ mine: true, before: { camp_id: from }, after: { camp_id: full } });
  // A repeated request changes nothing and sends no mail.
  expect(await move(sent)).toMatchObject({ added: false });
  expect([await isOn(child, full), await readCapacity(full)]).toEqual([1, 2]);
  expect(await db.sql`select from public.outbox`).toHaveLength(1);
});

test('a spot that cannot be moved is refused, and nothing changes', async () => {
  const { from, child } = await onCamp();
  const [to, other, hidden] = [await camp(), await camp({ tier: 'ignite' }), await camp({ active: false })];
  const readCode = async (sent: ReturnType<typeof args>) => (await refusal(move(sent))).code;
  expect(await readTargets(child, from)).not.toEqual(expect.arrayContaining([other]));
  for (const [sent, code] of [
    [args(child, from, other), 'offer_not_available'],
    [args(child, from, hidden), 'camp_not_found'],
    [args(child, from, from), 'invalid_input'],
    [args(child, from, await afterSale.makeSession(db, afterSale.dateIn(9))), 'invalid_input'],
    [args(child, from, to, { p_reason: ' ' }), 'invalid_input'],
    [args(child, from, to, { p_reason: 'x'.repeat(201) }), 'invalid_input'],
    [args(child, from, to, { p_note_id: null }), 'invalid_input'],
    [args(child, to, from), 'booking_not_found'],
    [args(people.childId, from, to), 'booking_not_found'],
  ] as const)
    expect(await readCode(sent)).toBe(code);
  await afterSale.stopBefore(db, from, 0);
  expect(await readCode(args(child, from, to))).toBe('camp_started');
  expect([await isOn(child, from), await isOn(child, to)]).toEqual([1, 0]);
});

test('a spot that was not sold on the website moves within its tier, and the office is asked to inform the family', async () => {
  const [from, full, other] = [await camp(), await camp({ capacity: 1 }), await camp({ tier: 'ignite' })];
  await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: full }]);
  await db.sql`
    insert into public.camp_enrollments (camp_id, child_id, family_id)
    values (${from}, ${people.otherChildId}, ${people.otherFamilyId})`;
  const moveArgs = (to: string, more = {}) => args(people.otherChildId, from, to, more);
  expect(await readTargets(people.otherChildId, from)).toContain(full);
  expect(await refusal(move(moveArgs(other)))).toMatchObject({ code: 'offer_not_available' });
  expect(await refusal(move(moveArgs(full)))).toMatchObject({ code: 'camp_full' });
  expect(await move(moveArgs(full, { p_adds_spot: true }))).toMatchObject({ added: true, mailed: false });
  expect([await isOn(people.otherChildId, full), await readCapacity(full)]).toEqual([1, 2]);
  const log = await db.sql`
    select action, after ->> 'camp_id' as camp, after ->> 'status' as status from public.audit_log
    where table_name = 'camp_enrollments' and user_id = ${people.callers.admin.sub ?? ''} order by id`;
  expect(log).toEqual([
    { action: 'update', camp: null, status: 'cancelled' },
    { action: 'insert', camp: full, status: 'enrolled' },
  ]);
});

test('a child who is checked in cannot be moved off the roster of the current camp', async () => {
  const { from, child } = await onCamp();
  const to = await camp();
  const [row] = await db.sql<
    { day: string }[]
  >`select start_date::text as day from public.camp_weeks where id = ${from}`;
  await afterSale.stopBefore(db, from, 600);
  await db.sql`
    insert into public.attendance_marks (id, enrollment_id, day, kind, made_at)
    select gen_random_uuid(), id, ${row?.day ?? ''}, 'in', private.calendar_now() from public.camp_enrollments
    where camp_id = ${from} and child_id = ${child} and status = 'enrolled'`;
  expect(await refusal(move(args(child, from, to)))).toMatchObject({ code: 'child_checked_in' });
  expect([await isOn(child, from), await isOn(child, to)]).toEqual([1, 0]);
});

test('only the family decides about a camp that we cancelled', async () => {
  const { from, child } = await onCamp();
  await db.sql`update public.camp_weeks set is_active = false, cancelled_at = now() where id = ${from}`;
  expect(await refusal(move(args(child, from, await camp())))).toMatchObject({ code: 'camp_cancelled' });
});

describe('callers who may not move a child', () => {
  const calls = [
    ['move_child', args(crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID())],
    ['list_staff_move_targets', { p_child_id: crypto.randomUUID(), p_from: crypto.randomUUID() }],
  ] as const;
  test.each(calls)('%s refuses visitors, the service, parents and coaches', async (name, sent) => {
    for (const who of ['visitor', 'service'] as const)
      expect(await sqlState(rpc(db, people.callers[who], name, sent))).toBe('42501');
    for (const who of ['parent', 'second parent', 'other parent', 'coach'] as const)
      expect(await refusal(rpc(db, people.callers[who], name, sent))).toMatchObject({
        code: 'not_allowed',
        status: 403,
      });
  });
});

test('when two moves and a purchase compete for the last spot, one gets it', async () => {
  const last = await camp({ capacity: 1 });
  const [one, two] = [await onCamp(), await onCamp()];
  const { won, lost } = await atOnce<unknown>(db, { table: 'camp_weeks', id: last }, [
    () => move(args(one.child, one.from, last)),
    () => move(args(two.child, two.from, last)),
    () => afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: last }]),
  ]);
  expect([won.length, lost]).toEqual([1, ['camp_full', 'camp_full']]);
  expect(await readCapacity(last)).toBe(1);
  expect(await afterSale.findFaults(db)).toEqual(faults);
});

test('a child that two admins move at once goes to one session or camp', async () => {
  const { from, child, bought } = await onCamp();
  const [left, right] = [await camp(), await camp()];
  const { won, lost } = await atOnce(db, { table: 'orders', id: bought.orderId }, [
    () => move(args(child, from, left)),
    () => move(args(child, from, right)),
  ]);
  expect([won.length, lost]).toEqual([1, ['booking_not_found']]);
  expect((await isOn(child, left)) + (await isOn(child, right))).toBe(1);
});

test('staff can move a class with its credit in the last hours, when the family itself would lose it', async () => {
  const first = await afterSale.makeSession(db, afterSale.dateIn(10));
  const bought = await afterSale.buy(db, [{ offer_id: shop.term.id, session_id: first }]);
  const [line = ''] = bought.lines;
  const child = await readChild(line);
  await db.sql`update public.children set agreed_teams = '{white,red,black,x}' where id = ${child}`;
  const to = await afterSale.makeSession(db, afterSale.dateIn(12), 0);
  const credits = await afterSale.countCredits(db, line);
  await afterSale.stopBefore(db, first, 1800);
  await db.sql`delete from public.outbox`;
  expect(await readTargets(child, first)).toContain(to);
  expect(await move(args(child, first, to, { p_adds_spot: true }))).toMatchObject({ added: true });
  expect([await isOn(child, first), await isOn(child, to), await readCapacity(to)]).toEqual([0, 1, 1]);
  expect(await afterSale.countCredits(db, line)).toBe(credits);
  expect(await db.sql`select template from public.outbox`).toEqual([{ template: 'class_booked' }]);
  expect(await afterSale.findFaults(db)).toEqual(faults);
});

test('a Try-Out moves as a Try-Out, and stays the child’s only one', async () => {
  const first = await afterSale.makeSession(db, afterSale.dateIn(8));
  const bought = await afterSale.buy(db, [{ offer_id: shop.tryout.id, session_id: first }]);
  const child = await readChild(bought.lines[0] ?? '');
  const to = await afterSale.makeSession(db, afterSale.dateIn(11));
  await afterSale.stopBefore(db, first, 60);
  await db.sql`delete from public.outbox`;
  await move(args(child, first, to));
  expect([await isOn(child, first), await isOn(child, to)]).toEqual([0, 1]);
  expect(await db.sql`select template from public.outbox`).toEqual([{ template: 'order_moved' }]);
  expect(await afterSale.findFaults(db)).toEqual(faults);
});
