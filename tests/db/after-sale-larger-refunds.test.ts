/**
 * Tests that staff can cancel a line with a larger refund than its rules give, and that either both happen or neither
 * (docs/decisions "/management/orders").
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as disputes from '#support/sql-disputes.ts';
import { openForm, refundAsStaff } from '#support/sql-refunds.ts';
import * as shop from '#support/sql-selling.ts';
import { atOnce, makeUser, refusal, rpc, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  await afterSale.sellWithRules(db, [{ hours_before: 48, percent: 50 }]);
  admin = { role: 'authenticated', sub: await makeUser(db, 'boss@example.test', ['admin']) };
});
afterAll(() => db.drop());

const buy = async (places = 1) =>
  afterSale.buy(
    db,
    await Promise.all(
      Array.from({ length: places }, async (_, n) => ({
        offer_id: shop.term.id,
        session_id: await afterSale.makeSession(db, afterSale.dateIn(20 + n)),
      })),
    ),
  );

/** Reads what the refund form shows staff now, for the first line or for the whole order. */
async function readForm(bought: afterSale.BoughtOrder, isWhole = false) {
  const managed = await afterSale.viewOrder(db, bought);
  const [line = ''] = bought.lines;
  const byRules = isWhole
    ? managed.cancel_all
    : managed.lines.find(({ line_id }) => line_id === line)?.can.cancel;
  return {
    p_order_id: bought.orderId,
    p_line_ids: isWhole ? bought.lines : [line],
    p_reason: 'goodwill',
    p_expected_refund_cents: byRules?.refund_cents ?? 0,
    p_expected_ends_renewal: false,
    p_is_whole: isWhole,
    ...(await openForm(db, isWhole ? { order: bought.orderId } : { line })),
  };
}
const press = (form: Record<string, unknown>, cents: unknown, who = admin) =>
  rpc<{ refund_id: string | null }>(db, who, 'staff_return_lines', { ...form, p_cents: cents });
const refundsOf = async (bought: afterSale.BoughtOrder) =>
  (await afterSale.readRefunds(db, bought.orderId))
    .map(({ cents }) => cents)
    .sort((one, other) => one - other);
const countPlaced = async ({ orderId }: afterSale.BoughtOrder) => {
  const rows = await db.sql`select from public.order_lines where order_id = ${orderId} and status = 'placed'`;
  return rows.length;
};

test.each([
  ['one line', 1, false],
  ['a whole order', 2, true],
])(
  'when staff cancel %s with a larger refund, the refunds by the rules and one for the difference are made',
  async (_, places, isWhole) => {
    const bought = await buy(places);
    const form = await readForm(bought, isWhole);
    expect(form.p_expected_refund_cents).toBeGreaterThan(0);
    const { refund_id } = await press(form, form.p_expected_refund_cents + 700);
    expect(await countPlaced(bought)).toBe(0);
    const sums = await refundsOf(bought);
    expect(sums).toHaveLength(places + 1);
    expect(sums.reduce((sum, cents) => sum + cents, 0)).toBe(form.p_expected_refund_cents + 700);
    const [more] = await db.sql`
    select amount_cents as cents, reason, order_line_id as line, request_key as key from public.refunds where id = ${refund_id}`;
    expect(more).toEqual({
      cents: 700,
      reason: 'goodwill',
      key: form.p_key,
      line: isWhole ? null : (bought.lines[0] ?? ''),
    });
    expect(await afterSale.findFaults(db)).toEqual([]);
  },
);

test('a refund of exactly what the rules give has no request key, so a repeated request is refused', async () => {
  const bought = await buy();
  const form = await readForm(bought);
  expect(await press(form, form.p_expected_refund_cents)).toEqual({ refund_id: null });
  expect([await countPlaced(bought), await refundsOf(bought)]).toEqual([0, [form.p_expected_refund_cents]]);
  expect(await refusal(press(form, form.p_expected_refund_cents))).toMatchObject({
    code: 'refund_changed',
  });
});

test('the same request sent twice at once, or again after a lost answer, acts once and gets the same answer', async () => {
  const bought = await buy();
  const form = await readForm(bought);
  const cents = form.p_expected_refund_cents + 100;
  const gate = { table: 'orders', id: bought.orderId } as const;
  const { won, lost } = await atOnce(db, gate, [() => press(form, cents), () => press(form, cents)]);
  expect(lost).toEqual([]);
  expect(new Set(won.map(({ refund_id }) => refund_id)).size).toBe(1);
  expect(await press(form, cents)).toEqual(won[0]);
  expect(await refundsOf(bought)).toEqual([100, form.p_expected_refund_cents]);
  // The same key with another sum is refused.
  expect(await refusal(press(form, cents + 1))).toMatchObject({ code: 'refund_changed' });
});

test('when the extra refund is refused, the spot is not cancelled', async () => {
  const bought = await buy();
  const form = await readForm(bought);
  expect(await refusal(press(form, form.p_expected_refundable_cents + 1))).toMatchObject({
    code: 'refund_too_much',
  });
  await refundAsStaff(db, admin, { line: bought.lines[0] ?? '' }, 100);
  expect(await refusal(press(form, form.p_expected_refund_cents + 100))).toMatchObject({
    code: 'refund_changed',
    field: 'p_expected_refundable_cents',
    detail: String(form.p_expected_refundable_cents - 100),
  });
  await disputes.reportDispute(db, disputes.disputeReport(await disputes.readIntent(db, bought)));
  const again = await readForm(bought);
  expect(await refusal(press(again, again.p_expected_refund_cents + 100))).toMatchObject({
    code: 'charge_disputed',
  });
  expect([await countPlaced(bought), await refundsOf(bought)]).toEqual([1, [100]]);
});

test.each<[string, (form: Awaited<ReturnType<typeof readForm>>) => object, string]>([
  ['less than the rules give', (form) => ({ p_cents: form.p_expected_refund_cents - 1 }), 'p_cents'],
  ['no sum', () => ({ p_cents: null }), 'p_cents'],
  ['no key', () => ({ p_key: null }), 'p_key'],
  [
    'nothing that was seen to be left',
    () => ({ p_expected_refundable_cents: null }),
    'p_expected_refundable_cents',
  ],
  ['no number of refunds that was seen', () => ({ p_expected_refunds: null }), 'p_expected_refunds'],
  ['a reason of its own', () => ({ p_reason: 'moved' }), 'p_reason'],
  ['two lines as if they were one', ({ p_line_ids: [id] }) => ({ p_line_ids: [id, id] }), 'p_is_whole'],
])('%s is refused', async (_, change, field) => {
  const bought = await buy();
  const form = await readForm(bought);
  const body = { ...form, p_cents: form.p_expected_refund_cents, ...change(form) };
  expect(await refusal(rpc(db, admin, 'staff_return_lines', body))).toMatchObject({
    code: 'invalid_input',
    field,
  });
  expect(await countPlaced(bought)).toBe(1);
});

test('only admins may make a larger refund, because a family cancels with another function', async () => {
  const bought = await buy();
  const form = await readForm(bought);
  const parent = await makeUser(db, 'parent@example.test');
  await db.sql`update public.families set primary_parent_id = ${parent} where id = ${bought.familyId}`;
  const coach = await makeUser(db, 'coach@example.test', ['coach']);
  for (const sub of [parent, coach])
    expect(
      await refusal(press(form, form.p_expected_refund_cents, { role: 'authenticated', sub })),
    ).toMatchObject({ code: 'not_allowed' });
  expect(await sqlState(press(form, form.p_expected_refund_cents, visitor))).toBe('42501');
});
