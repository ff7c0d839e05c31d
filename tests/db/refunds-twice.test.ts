/**
 * Tests a refund by staff that is sent twice, repeated after a lost response, or made by two people at once
 * (docs/decisions "/management/orders").
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import type { Caller } from '#support/database.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { openForm, refundAsStaff, type Subject } from '#support/sql-refunds.ts';
import * as shop from '#support/sql-selling.ts';
import { atOnce, makeUser, refusal, service } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
let other: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  admin = { role: 'authenticated', sub: await makeUser(db, 'boss@example.test', ['admin']) };
  other = {
    role: 'authenticated',
    sub: await makeUser(db, 'chief@example.test', ['business_admin']),
    claims: { aal: 'aal2' },
  };
});
afterAll(() => db.drop());

const buy = async () =>
  afterSale.buy(db, [
    { offer_id: shop.term.id, session_id: await afterSale.makeSession(db, afterSale.dateIn(20)) },
  ]);
const readRefunds = async (bought: afterSale.BoughtOrder) =>
  (await afterSale.readRefunds(db, bought.orderId)).map(({ cents }) => cents);
const orderSubject = ({ orderId }: afterSale.BoughtOrder) => ({ table: 'orders', id: orderId }) as const;
const subjects: [string, (bought: afterSale.BoughtOrder) => Subject][] = [
  ['a line', ({ lines }) => ({ line: lines[0] ?? '' })],
  ['the order', ({ orderId }) => ({ order: orderId })],
];

test.each(subjects)(
  'of %s: a repeated form refunds once, and gets the same answer again',
  async (_, subjectOf) => {
    const bought = await buy();
    const subject = subjectOf(bought);
    const form = await openForm(db, subject);
    const press = (who: Caller, cents = 2_000) => refundAsStaff(db, who, subject, cents, form);
    const { won, lost } = await atOnce(db, orderSubject(bought), [() => press(admin), () => press(admin)]);
    expect(lost).toEqual([]);
    expect(new Set(won.map(({ refund_id }) => refund_id)).size).toBe(1);
    // A repeated call gets the same answer after the refund failed, because a failed refund is paid in cash or by bank.
    await db.sql`update public.refunds set status = 'failed', settled_at = now() where order_id = ${bought.orderId}`;
    expect(await press(admin)).toEqual(won[0]);
    // The amount was changed since: nothing more is refunded, and the answer says so.
    expect(await refusal(press(admin, 2_500))).toMatchObject({ code: 'refund_changed', field: 'p_cents' });
    expect(await readRefunds(bought)).toEqual([2_000]);
    // A failed refund is a discrepancy until it is paid by hand.
    expect((await afterSale.findFaults(db)).filter((row) => !row.startsWith('refund_failed'))).toEqual([]);
  },
);

test.each(subjects)('of %s: if two admins opened the form at once, one is refused', async (_, subjectOf) => {
  const bought = await buy();
  const subject = subjectOf(bought);
  const [one, two] = [await openForm(db, subject), await openForm(db, subject)];
  const { won, lost } = await atOnce(db, orderSubject(bought), [
    () => refundAsStaff(db, admin, subject, 2_000, one),
    () => refundAsStaff(db, other, subject, 2_000, two),
  ]);
  expect([won.length, lost]).toEqual([1, ['refund_changed']]);
  expect(await refusal(refundAsStaff(db, other, subject, 2_000, two))).toMatchObject({
    code: 'refund_changed',
    field: 'p_expected_refundable_cents',
    detail: '67700',
  });
  expect(await readRefunds(bought)).toEqual([2_000]);
  // An admin who has seen the new state may refund again.
  await refundAsStaff(db, other, subject, 2_000);
  expect(await readRefunds(bought)).toEqual([2_000, 2_000]);
});

test.each(subjects)(
  'of %s: a second form is refused even if a failed refund has made the same amount available again',
  async (_, subjectOf) => {
    const bought = await buy();
    const subject = subjectOf(bought);
    await refundAsStaff(db, admin, subject, 2_000);
    const [one, two] = [await openForm(db, subject), await openForm(db, subject)];
    await refundAsStaff(db, admin, subject, 2_000, one);
    await db.sql`update public.refunds set status = 'failed', settled_at = now()
      where id = (select id from public.refunds where order_id = ${bought.orderId} order by created_at limit 1)`;
    expect((await openForm(db, subject)).p_expected_refundable_cents).toBe(two.p_expected_refundable_cents);
    expect(await refusal(refundAsStaff(db, other, subject, 2_000, two))).toMatchObject({
      code: 'refund_changed',
    });
  },
);

test('if one admin refunds a line and another the order at once, one is refused too', async () => {
  const bought = await buy();
  const forms: [Subject, Awaited<ReturnType<typeof openForm>>][] = [];
  for (const [, subjectOf] of subjects)
    forms.push([subjectOf(bought), await openForm(db, subjectOf(bought))]);
  const { won, lost } = await atOnce(
    db,
    orderSubject(bought),
    forms.map(
      ([subject, form]) =>
        () =>
          refundAsStaff(db, admin, subject, 2_000, form),
    ),
  );
  expect([won.length, lost]).toEqual([1, ['refund_changed']]);
});

test.each(subjects)(
  'control: %s without a key and the shown amounts is refunded twice',
  async (_, subjectOf) => {
    const bought = await buy();
    const withoutKey = { p_key: null, p_expected_refundable_cents: null, p_expected_refunds: null };
    const press = () => refundAsStaff(db, service, subjectOf(bought), 2_000, withoutKey);
    const { won, lost } = await atOnce(db, orderSubject(bought), [press, press]);
    expect([won.length, lost]).toEqual([2, []]);
    expect(await readRefunds(bought)).toEqual([2_000, 2_000]);
  },
);

test('a key belongs to one order and one line, and a caller must send the key and the shown amounts', async () => {
  const [bought, another] = [await buy(), await buy()];
  const form = { ...(await openForm(db, { order: bought.orderId })), p_key: randomUUID() };
  await refundAsStaff(db, admin, { order: bought.orderId }, 100, form);
  for (const subject of [{ order: another.orderId }, { line: bought.lines[0] ?? '' }])
    expect(await refusal(refundAsStaff(db, admin, subject, 100, form))).toMatchObject({
      code: 'refund_changed',
    });
  for (const field of ['p_key', 'p_expected_refundable_cents', 'p_expected_refunds'])
    expect(
      await refusal(refundAsStaff(db, admin, { order: another.orderId }, 100, { ...form, [field]: null })),
    ).toMatchObject({ code: 'invalid_input', field });
  expect(await readRefunds(another)).toEqual([]);
});
