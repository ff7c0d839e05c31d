/**
 * Tests which amounts staff may add to a balance and pay out of it, and how both appear in the accounts (docs/decisions
 * "The family balance").
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { AccountingDocuments } from '#contract/accounting.ts';
import { FamilyBalance } from '#contract/balance.ts';
import { DeskCloseDetails, DeskDay } from '#contract/desk-closes.ts';
import { DeskOrder } from '#contract/passes.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { callAs, signedIn } from '#support/sql-details.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, service } from '#support/sql.ts';

let db: TestDatabase;
let owner: Caller;
/** Each test gets a new admin, because the limit counts what one admin gives in a day. */
let admin: Caller;
let adminId: string;
let admins = 0;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db, [shop.tryout, shop.term]);
  owner = {
    ...signedIn(await makeUser(db, 'owner@example.test', ['business_admin'])),
    claims: { aal: 'aal2' },
  };
});
beforeEach(async () => {
  adminId = await makeUser(db, `admin${++admins}@example.test`, ['admin']);
  admin = signedIn(adminId);
});
afterAll(() => db.drop());

let families = 0;
async function sell(more: object) {
  const sale = {
    key: randomUUID(),
    ...(!('family_id' in more) && {
      parent: { ...shop.details.parent, email: `limits${++families}@example.test` },
    }),
    children: [{ name: 'Kai Tan', dob: '2018-05-01' }],
    lines: [{ offer_id: 'pass-term', child: 0 }],
    consents: { terms: true, activity: true },
    method: 'cash',
    expected_total_cents: 69_700,
    ...more,
  };
  return v.parse(DeskOrder, await callAs(db, owner, 'sell_at_desk', sale));
}
const makeFamily = async () => (await sell({})).family_id ?? '';
const readBalance = async (familyId: string) =>
  v.parse(FamilyBalance, await rpc(db, owner, 'get_balance', { p_family_id: familyId }));
const change = async (familyId: string, cents: number, more: object = {}, who = admin) =>
  rpc(db, who, 'change_balance', {
    p_family_id: familyId,
    p_cents: cents,
    p_note: 'Sorry for the rain',
    p_expected_cents: (await readBalance(familyId)).cents,
    p_key: randomUUID(),
    ...more,
  });

describe('an admin who is not a business admin', () => {
  test('an admin can give as much in a day as the limit of a manual discount, over all families together', async () => {
    const [first, second] = [await makeFamily(), await makeFamily()];
    const key = randomUUID();
    await change(first, 15_000, { p_key: key });
    expect(await refusal(change(second, 5_001))).toMatchObject({
      code: 'balance_gift_too_high',
      field: 'p_cents',
      detail: '5000',
    });
    await change(second, 5_000);
    expect(await refusal(change(first, 1))).toMatchObject({ code: 'balance_gift_too_high', detail: '0' });
    // A call that is repeated after a lost answer adds nothing more, and gets the same answer.
    expect(await change(first, 15_000, { p_key: key, p_expected_cents: 0 })).toEqual({ cents: 15_000 });
    await change(first, -1_000);
    await change(first, 100_000, {}, owner);
    expect((await readBalance(first)).cents).toBe(114_000);

    await db.sql`update public.family_balance_entries set created_at = created_at - interval '1 day'`;
    await change(second, 20_000);
  });

  test('two parallel calls cannot give more than the limit', async () => {
    const both = [await makeFamily(), await makeFamily()];
    const outcomes = await Promise.allSettled(both.map((family) => change(family, 15_000)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('an admin can give nothing when the setting is 0', async () => {
    const family = await makeFamily();
    await db.sql`update public.settings set admin_discount_cents = 0`;
    expect(await refusal(change(family, 1))).toMatchObject({ code: 'balance_gift_too_high' });
    await db.sql`update public.settings set admin_discount_cents = 20000`;
  });
});

test('nobody can change the balance of their own family', async () => {
  const family = await makeFamily();
  await change(family, 5_000);
  await db.sql`update public.profiles set family_id = ${family} where id = ${adminId}`;
  for (const cents of [100, -100])
    expect(await refusal(change(family, cents))).toMatchObject({
      code: 'own_balance',
      field: 'p_family_id',
    });
  expect((await readBalance(family)).cents).toBe(5_000);
  // All families in this file have the same number and a child with the same name and birthday, so the admin's family
  // counts as this one.
  expect(await refusal(change(await makeFamily(), 100))).toMatchObject({ code: 'own_balance' });
  await db.sql`update public.profiles set family_id = null where id = ${adminId}`;
});

describe('a balance that is paid out', () => {
  const day = async (who: Caller) => v.parse(DeskDay, await rpc(db, who, 'get_desk_day', {}));

  test('the payout leaves the till of the admin who paid it, and is in one close', async () => {
    const family = await makeFamily();
    await change(family, 9_000);
    const key = randomUUID();
    await change(family, -4_000, { p_method: 'cash', p_key: key });
    await change(family, -4_000, { p_method: 'cash', p_key: key });
    await change(family, -1_000, { p_method: 'paynow' });
    await change(family, -500);
    const before = await day(admin);
    expect(before.open.cash).toMatchObject({ returned_cents: 4_000, expected_cents: -4_000 });
    expect(before.open.paynow).toMatchObject({ returned_cents: 1_000, expected_cents: -1_000 });
    const payouts = [
      { kind: 'payout', method: 'cash', cents: -4_000, order_id: null, voucher: null },
      { kind: 'payout', method: 'paynow', cents: -1_000, order_id: null, voucher: null },
    ];
    expect(before.items).toMatchObject(payouts);

    const amounts = { cash: -4_000, paynow: -1_000, card_terminal: 0 };
    const body = { key: randomUUID(), day: before.day, expected: amounts, counted: amounts, note: null };
    await rpc(db, admin, 'close_desk_day', { p_close: body });
    expect((await day(admin)).items).toEqual([]);
    const close = v.parse(DeskCloseDetails, await rpc(db, owner, 'get_desk_close', { p_close_id: body.key }));
    expect(close.items).toMatchObject(payouts);
    expect((await readBalance(family)).cents).toBe(3_500);
  });

  test.each([
    [100, 'cash', 'invalid_input', 'p_method'],
    [-100, 'card_terminal', 'invalid_input', 'p_method'],
    [-5_001, 'cash', 'balance_too_low', 'balance_cents'],
  ])('%i by %s is refused', async (cents, p_method, code, field) => {
    const family = await makeFamily();
    await change(family, 5_000);
    expect(await refusal(change(family, cents, { p_method }))).toMatchObject({ code, field });
    expect((await day(admin)).items).toEqual([]);
  });

  test('a payout with the key of a change without a payout is refused', async () => {
    const family = await makeFamily();
    await change(family, 5_000);
    const p_key = randomUUID();
    await change(family, -100, { p_key });
    expect(await refusal(change(family, -100, { p_key, p_method: 'cash' }))).toMatchObject({
      code: 'changed_meanwhile',
    });
  });
});

test('the accounting export names all payment methods of a sale, and the balance for a refund to it', async () => {
  const family_id = await makeFamily();
  await change(family_id, 100_000, {}, owner);
  const orders = [
    await sell({ family_id }),
    await sell({ family_id, balance_cents: 20_000 }),
    await sell({ family_id, method: 'balance' }),
  ];
  await rpc(db, service, 'refund_order', {
    p_order_id: orders[0]?.order_id,
    p_cents: 1_000,
    p_reason: 'goodwill',
    p_to_balance: true,
    p_key: randomUUID(),
  });
  const [today] = await db.sql<[{ day: string }]>`select private.calendar_today()::text as day`;
  const { documents } = v.parse(
    AccountingDocuments,
    await rpc(db, owner, 'get_accounting_documents', { p_from: today.day, p_until: today.day }),
  );
  const methodsOf = (order: DeskOrder) =>
    documents
      .filter(({ order_number }) => order_number === order.number)
      .map(({ kind, method }) => `${kind}: ${method ?? ''}`);
  expect(orders.flatMap(methodsOf).toSorted()).toEqual([
    'invoice: balance',
    'invoice: cash',
    'invoice: cash, balance',
    'refund_note: balance',
  ]);
});
