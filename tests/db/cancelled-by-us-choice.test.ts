/**
 * Tests how staff note what a family chose for a camp that the business cancelled (docs/decisions "Money and choice,
 * never both").
 */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CancelledByUsPreview, OrderDetails } from '#contract/management-orders.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { refundAsStaff } from '#support/sql-refunds.ts';
import { atOnce, cancelSessions, makeUser, refusal, rpc, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
let others: Record<'parent' | 'coach', Caller>;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'), camps.tierOffer('epic'));
  await afterSale.sellWithRules(db, []);
  const makeCaller = async (email: string, roles: string[]) => ({
    role: 'authenticated' as const,
    sub: await makeUser(db, email, roles),
  });
  admin = await makeCaller('boss@example.test', ['admin']);
  others = {
    parent: await makeCaller('dad@example.test', []),
    coach: await makeCaller('coach@example.test', ['coach']),
  };
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

let week = 4;
const camp = (more: object = {}) => camps.makeCamp(db, { start: afterSale.dateIn(7 * week++), ...more });
/** Buys a spot on a camp and cancels the camp. */
async function cancelBoughtCamp() {
  const from = await camp();
  const bought = await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: from }]);
  await cancelSessions(db, from, 'Too few campers');
  return { bought, from, line: bought.lines[0] ?? '' };
}
const preview = async (line: string, who = admin) =>
  v.parse(CancelledByUsPreview, await rpc(db, who, 'preview_cancelled_by_us', { p_line_id: line }));
const resolve = (line: string, p_choice: unknown, more: object = {}) =>
  rpc(db, admin, 'resolve_cancelled_by_us', { p_line_id: line, p_choice, ...more });
const toChoose = async (orderId: string) =>
  v.parse(OrderDetails, await rpc(db, admin, 'get_order_details', { p_order_id: orderId })).cancelled_by_us;

test('an order names its spots on cancelled camps until the family has chosen', async () => {
  const { bought, line } = await cancelBoughtCamp();
  expect(await toChoose(bought.orderId)).toEqual([line]);
  await resolve(line, { kind: 'credit' });
  expect(await toChoose(bought.orderId)).toEqual([]);
  const kept = await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: await camp() }]);
  expect(await toChoose(kept.orderId)).toEqual([]);
});

describe('the preview', () => {
  test('the preview offers camps of the tier with a free spot that fits the child, and no other camp', async () => {
    const { line } = await cancelBoughtCamp();
    const [fits, one, full, hidden, epic] = [
      await camp(),
      await camp({ capacity: 1 }),
      await camp({ capacity: 1 }),
      await camp({ active: false }),
      await camp({ tier: 'epic' }),
    ];
    await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: full }]);
    const offered = (await preview(line)).camps.map(({ camp_id, places_left }) => [camp_id, places_left]);
    expect(offered).toContainEqual([one, 1]);
    expect(offered.map(([id]) => id)).toContain(fits);
    for (const id of [full, hidden, epic]) expect(offered.map(([one_]) => one_)).not.toContain(id);
    await db.sql`update public.children set dob = '2009-01-01'
      where id = (select child_id from public.camp_enrollments where order_line_id = ${line})`;
    await db.sql`update public.order_children set dob = '2009-01-01'
      where order_id = (select order_id from public.order_lines where id = ${line})`;
    expect((await preview(line)).camps).toEqual([]);
  });

  test('the preview shows the refund, and changes nothing', async () => {
    const { bought, line } = await cancelBoughtCamp();
    const [before] = await db.sql`select count(*) from public.outbox`;
    expect(await preview(line)).toMatchObject({
      refund_cents: bought.total,
      refund_waits: false,
      refund_parts: [{ method: 'online', cents: bought.total }],
      mails: 1,
    });
    expect(await db.sql`select count(*) from public.outbox`).toEqual([before]);
    expect(await afterSale.readRefunds(db, bought.orderId)).toEqual([]);
    expect(await toChoose(bought.orderId)).toEqual([line]);
    await resolve(line, { kind: 'refund' }, { p_expected_refund_cents: bought.total });
    expect(await afterSale.readRefunds(db, bought.orderId)).toMatchObject([{ line, cents: bought.total }]);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('the preview of a spot that is not cancelled, or was already chosen, is refused', async () => {
    const kept = await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: await camp() }]);
    expect(await refusal(preview(kept.lines[0] ?? ''))).toMatchObject({ code: 'line_closed' });
    const { line } = await cancelBoughtCamp();
    await resolve(line, { kind: 'credit' });
    expect(await refusal(preview(line))).toMatchObject({ code: 'line_closed' });
  });
});

test('a refund that differs from the one shown is not made', async () => {
  const { bought, line } = await cancelBoughtCamp();
  const { refund_cents: shown } = await preview(line);
  await refundAsStaff(db, admin, { line }, 5_000);
  expect(await refusal(resolve(line, { kind: 'refund' }, { p_expected_refund_cents: shown }))).toMatchObject({
    code: 'refund_changed',
    detail: String(bought.total - 5_000),
  });
  expect(await toChoose(bought.orderId)).toEqual([line]);
  expect(await afterSale.readRefunds(db, bought.orderId)).toHaveLength(1);
  expect(await afterSale.findFaults(db)).toEqual([]);
});

test('when two admins record two choices at the same time, one is made', async () => {
  const { line, from } = await cancelBoughtCamp();
  const to = await camp();
  const { won, lost } = await atOnce<unknown>(db, { table: 'camp_weeks', id: from }, [
    () => resolve(line, { kind: 'refund' }),
    () => resolve(line, { kind: 'move', camp_id: to }),
  ]);
  expect([won.length, lost.length]).toEqual([1, 1]);
  expect(await afterSale.findFaults(db)).toEqual([]);
});

describe.each(['preview_cancelled_by_us', 'resolve_cancelled_by_us'])('%s', (name) => {
  const body = (line: string) => ({
    p_line_id: line,
    ...(name === 'resolve_cancelled_by_us' && { p_choice: { kind: 'refund' } }),
  });
  test.each(['parent', 'coach'] as const)('%s is refused', async (part) => {
    const { line } = await cancelBoughtCamp();
    expect(await refusal(rpc(db, others[part], name, body(line)))).toMatchObject({
      code: 'not_allowed',
    });
  });
  test('a visitor may not call it', async () => {
    const { line } = await cancelBoughtCamp();
    expect(await sqlState(rpc(db, visitor, name, body(line)))).toBe('42501');
  });
  test('a line that does not exist is refused', async () => {
    expect(await refusal(rpc(db, admin, name, body(crypto.randomUUID())))).toMatchObject({
      code: 'line_not_found',
    });
  });
});
