/**
 * Tests a refund by staff that is sent twice, repeated after a lost response, or made by two people at once
 * (docs/decisions "/management/orders").
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as after from '#support/sql-after.ts';
import type { Caller } from '#support/database.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { openForm, payBack, type Subject } from '#support/sql-refunds.ts';
import * as shop from '#support/sql-selling.ts';
import * as x from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
let other: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  admin = { role: 'authenticated', sub: await x.makeUser(db, 'boss@example.test', ['admin']) };
  other = {
    role: 'authenticated',
    sub: await x.makeUser(db, 'chief@example.test', ['business_admin']),
    claims: { aal: 'aal2' },
  };
});
afterAll(() => db.drop());

const buy = async () =>
  after.buy(db, [{ offer_id: shop.term.id, session_id: await after.session(db, after.dateIn(20)) }]);
const refundedCents = async (bought: after.Bought) =>
  (await after.refundsOf(db, bought.orderId)).map(({ cents }) => cents);
const orderSubject = ({ orderId }: after.Bought) => ({ table: 'orders', id: orderId }) as const;
const subjects: [string, (bought: after.Bought) => Subject][] = [
  ['a line', ({ lines }) => ({ line: lines[0] ?? '' })],
  ['the order', ({ orderId }) => ({ order: orderId })],
];

test.each(subjects)(
  'of %s: a repeated form refunds once, and gets the same answer again',
  async (_, subjectOf) => {
    const bought = await buy();
    const subject = subjectOf(bought);
    const form = await openForm(db, subject);
    const press = (who: Caller, cents = 2_000) => payBack(db, who, subject, cents, form);
    const { won, lost } = await x.atOnce(db, orderSubject(bought), [() => press(admin), () => press(admin)]);
    expect(lost).toEqual([]);
    expect(new Set(won.map(({ refund_id }) => refund_id)).size).toBe(1);
    // A repeated call gets the same answer after the refund failed, because a failed refund is paid in cash or by bank.
    await db.sql`update public.refunds set status = 'failed', settled_at = now() where order_id = ${bought.orderId}`;
    expect(await press(admin)).toEqual(won[0]);
    // The amount was changed since: nothing more is refunded, and the answer says so.
    expect(await x.refusal(press(admin, 2_500))).toMatchObject({ code: 'refund_changed', field: 'p_cents' });
    expect(await refundedCents(bought)).toEqual([2_000]);
    // A failed refund is a discrepancy until it is paid by hand.
    expect((await after.findFaults(db)).filter((row) => !row.startsWith('refund_failed'))).toEqual([]);
  },
);

test.each(subjects)('of %s: if two admins opened the form at once, one is refused', async (_, subjectOf) => {
  const bought = await buy();
  const subject = subjectOf(bought);
  const [one, two] = [await openForm(db, subject), await openForm(db, subject)];
  const { won, lost } = await x.atOnce(db, orderSubject(bought), [
    () => payBack(db, admin, subject, 2_000, one),
    () => payBack(db, other, subject, 2_000, two),
  ]);
  expect([won.length, lost]).toEqual([1, ['refund_changed']]);
  expect(await x.refusal(payBack(db, other, subject, 2_000, two))).toMatchObject({
    code: 'refund_changed',
    field: 'p_expected_refundable_cents',
    detail: '67700',
  });
  expect(await refundedCents(bought)).toEqual([2_000]);
  // An admin who has seen the new state may refund again.
  await payBack(db, other, subject, 2_000);
  expect(await refundedCents(bought)).toEqual([2_000, 2_000]);
});

test.each(subjects)(
  'of %s: a second form is refused even if a failed refund has made the same amount available again',
  async (_, subjectOf) => {
    const bought = await buy();
    const subject = subjectOf(bought);
    await payBack(db, admin, subject, 2_000);
    const [one, two] = [await openForm(db, subject), await openForm(db, subject)];
    await payBack(db, admin, subject, 2_000, one);
    await db.sql`update public.refunds set status = 'failed', settled_at = now()
      where id = (select id from public.refunds where order_id = ${bought.orderId} order by created_at limit 1)`;
    expect((await openForm(db, subject)).p_expected_refundable_cents).toBe(two.p_expected_refundable_cents);
    expect(await x.refusal(payBack(db, other, subject, 2_000, two))).toMatchObject({
      code: 'refund_changed',
    });
  },
);

test('if one admin refunds a line and another the order at once, one is refused too', async () => {
  const bought = await buy();
  const forms: [Subject, Awaited<ReturnType<typeof openForm>>][] = [];
  for (const [, subjectOf] of subjects)
    forms.push([subjectOf(bought), await openForm(db, subjectOf(bought))]);
  const { won, lost } = await x.atOnce(
    db,
    orderSubject(bought),
    forms.map(
      ([subject, form]) =>
        () =>
          payBack(db, admin, subject, 2_000, form),
    ),
  );
  expect([won.length, lost]).toEqual([1, ['refund_changed']]);
});

test.each(subjects)(
  'control: %s without a key and the shown amounts is refunded twice',
  async (_, subjectOf) => {
    const bought = await buy();
    const withoutKey = { p_key: null, p_expected_refundable_cents: null, p_expected_refunds: null };
    const press = () => payBack(db, x.service, subjectOf(bought), 2_000, withoutKey);
    const { won, lost } = await x.atOnce(db, orderSubject(bought), [press, press]);
    expect([won.length, lost]).toEqual([2, []]);
    expect(await refundedCents(bought)).toEqual([2_000, 2_000]);
  },
);

test('a key belongs to one order and one line, and a caller must send the key and the shown amounts', async () => {
  const [bought, another] = [await buy(), await buy()];
  const form = { ...(await openForm(db, { order: bought.orderId })), p_key: randomUUID() };
  await payBack(db, admin, { order: bought.orderId }, 100, form);
  for (const subject of [{ order: another.orderId }, { line: bought.lines[0] ?? '' }])
    expect(await x.refusal(payBack(db, admin, subject, 100, form))).toMatchObject({ code: 'refund_changed' });
  for (const field of ['p_key', 'p_expected_refundable_cents', 'p_expected_refunds'])
    expect(
      await x.refusal(payBack(db, admin, { order: another.orderId }, 100, { ...form, [field]: null })),
    ).toMatchObject({ code: 'invalid_input', field });
  expect(await refundedCents(another)).toEqual([]);
});
