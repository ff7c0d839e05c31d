/**
 * Tests that no admin decides about money of their own family, even if the order is a guest's or the money arrives
 * indirectly. Each test is an attack by an admin who is also a parent (docs/decisions "The family balance").
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { callAs, makeParent, saveChild, signedIn } from '#support/sql-details.ts';
import * as instalments from '#support/sql-instalments.ts';
import { makeUser, refusal, rpc } from '#support/sql.ts';

let db: TestDatabase;
let colleague: Caller;
/** The attacker is a business admin whose family has an address, a phone number and a child. */
let own: Caller;
let ownFamily: string;
const email = 'own@example.test';
const phone = '+6598765432';
const child = { name: 'Ira Own', dob: '2017-03-04' };
const stranger = { name: 'Mei Tan', phone: '+6591112222' };

const factor = { claims: { aal: 'aal2' } };
beforeAll(async () => {
  db = await createDatabase();
  await instalments.allowDeposits(db);
  await db.sql`update public.settings set business_admin_discount_percent = 100, business_admin_discount_cents = 1000000`;
  colleague = {
    ...signedIn(await makeUser(db, 'colleague@example.test', ['business_admin'])),
    ...factor,
  };
  own = { ...signedIn(await makeUser(db, email, ['business_admin'])), ...factor };
  await db.sql`update auth.users set email_confirmed_at = now() where id = ${own.sub ?? ''}`;
  ownFamily = (await saveChild(db, own, child)).family_id;
  await db.sql`update public.profiles set phone = ${phone} where id = ${own.sub ?? ''}`;
});
afterAll(() => db.drop());

let guests = 0;
let days = 40;
let camp: string;
beforeEach(async () => {
  camp = await instalments.makeCampIn(db, ++days);
});
const guest = (more: object = {}) => ({
  ...stranger,
  email: `guest${++guests}@example.test`,
  ...more,
});
const saleTo = (parent: object, children: object[], more: object = {}) =>
  instalments.makeSale([camp], { parent, children, instalments: null, ...more });
const someChild = { name: 'Bo Guest', dob: '2018-05-01' };
const sell = (who: Caller, sale: object) =>
  callAs<{ order_id: string; family_id: string } & Record<string, unknown>>(db, who, 'sell_at_desk', sale);
const call = <T>(who: Caller, name: string, body: Record<string, unknown>) => rpc<T>(db, who, name, body);
const ownBalance = (field: string) => ({ code: 'own_balance', field });

/** Each case makes a guest's order that belongs to the admin's family. */
const disguises: [string, () => [object, object[]]][] = [
  ['by the own address, written otherwise', () => [guest({ email: ' OWN@Example.test' }), [someChild]]],
  ['by the own number', () => [guest({ phone }), [someChild]]],
  ['for the own child', () => [guest(), [{ ...child, name: ' ira  own' }]]],
];

describe.each(disguises)('a guest’s order that belongs to the admin’s family, %s', (_, disguise) => {
  test('the admin cannot give a discount on it', async () => {
    const discount = { cents: 1_000, reason: 'Friends' };
    const sale = saleTo(...disguise(), { discount, expected_total_cents: instalments.PRICE - 1_000 });
    expect(await refusal(sell(own, sale))).toMatchObject(ownBalance('discount.cents'));
    await sell(colleague, { ...sale, key: randomUUID() });
  });

  test('the admin cannot refund it, give it more time, or credit its balance', async () => {
    const deposit = { instalments: { parts: 1, deposit_cents: instalments.DEPOSIT } };
    const { order_id, family_id } = await sell(colleague, saleTo(...disguise(), deposit));
    const part = await instalments.findNextPart(db, order_id);
    const [line = ''] = await instalments.readLines(db, order_id);
    const refund = {
      p_cents: 1,
      p_reason: 'goodwill',
      p_expected_refundable_cents: 1,
      p_expected_refunds: 0,
    };
    const attacks: [string, Record<string, unknown>][] = [
      ['refund_order', { p_order_id: order_id, ...refund, p_key: randomUUID() }],
      ['refund_line', { p_line_id: line, ...refund, p_key: randomUUID() }],
      [
        'move_instalment',
        {
          p_instalment_id: part.id,
          p_due_on: await instalments.dayAhead(db, 30),
          p_expected_due_on: part.due_on,
          p_reason: 'Later',
        },
      ],
      [
        'take_instalment',
        {
          p_take: {
            key: randomUUID(),
            instalment_id: part.id,
            method: 'cash',
            expected_cents: part.cents,
          },
        },
      ],
      [
        'staff_return_lines',
        {
          p_order_id: order_id,
          p_line_ids: [line],
          p_cents: instalments.DEPOSIT + 1,
          p_expected_refund_cents: instalments.DEPOSIT,
          p_reason: 'goodwill',
          p_expected_ends_renewal: false,
          p_expected_refundable_cents: await leftOf(line),
          p_expected_refunds: 0,
          p_is_whole: false,
          p_key: randomUUID(),
          p_note: null,
          p_to_balance: false,
        },
      ],
      [
        'change_balance',
        { p_family_id: family_id, p_cents: 100, p_note: 'Sorry', p_expected_cents: 0, p_key: randomUUID() },
      ],
    ];
    for (const [name, body] of attacks)
      expect([name, await refusal(call(own, name, body))]).toMatchObject([name, { code: 'own_balance' }]);
    expect(await instalments.countMoney(db, order_id)).toMatchObject({
      paid: instalments.DEPOSIT,
      refunded: 0,
      places: 1,
    });
  });

  test('the admin cannot merge its family into their own, or into any other family', async () => {
    const [parent, children] = disguise();
    const { family_id } = await sell(colleague, saleTo(parent, children));
    const other = await sell(colleague, saleTo(guest(), [{ ...someChild, name: `Other ${guests}` }]));
    const merges = [
      { p_from: family_id, p_into: other.family_id },
      { p_from: other.family_id, p_into: family_id },
      { p_from: other.family_id, p_into: ownFamily },
    ];
    for (const merge of merges) {
      expect(await refusal(call(own, 'preview_merge', merge))).toMatchObject({ code: 'own_balance' });
      const expected = { ...merge, p_expected: 'x' };
      expect(await refusal(call(own, 'merge_families', expected))).toMatchObject({ code: 'own_balance' });
    }
  });
});

test.each([
  ['address', { email }],
  ['number', { phone }],
])('an admin cannot make a stranger’s discounted order their own by correcting its %s', async (_, fields) => {
  const discount = { cents: 1_000, reason: 'Rain' };
  const sale = saleTo(guest(), [{ ...someChild, name: `Cor ${guests}` }], {
    discount,
    expected_total_cents: instalments.PRICE - 1_000,
  });
  const { family_id } = await sell(own, sale);
  const body = {
    p_note_id: randomUUID(),
    p_kind: 'guest',
    p_id: family_id,
    p_fields: fields,
    p_reason: 'Typo',
  };
  expect(await refusal(call(own, 'correct_details', body))).toMatchObject(ownBalance('p_id'));
  await call(colleague, 'correct_details', body);
});

const leftOf = async (line: string) => {
  const [row] = await db.sql<[{ left: number }]>`select private.remaining_of_line(${line}) as left`;
  return row.left;
};

describe('gift vouchers and the admin’s own family', () => {
  const issue = (who: Caller, more: object) =>
    call<{ code: string; voucher: { voucher_id: string } }>(who, 'issue_voucher', {
      p_voucher: {
        key: randomUUID(),
        cents: 10_000,
        buyer_name: 'Grandma',
        buyer_email: 'grandma@example.test',
        method: null,
        reason: 'Prize',
        ...more,
      },
    });

  test('an admin cannot give a voucher to their own family', async () => {
    for (const address of [email, 'OWN@example.test'])
      expect(await refusal(issue(own, { buyer_email: address }))).toMatchObject(ownBalance('buyer_email'));
  });

  test.each([
    ['given', { method: null, reason: 'Prize' }],
    ['sold', { method: 'cash', reason: null }],
  ])('a voucher that an admin has %s cannot be redeemed by their own family', async (_, how) => {
    const { code, voucher } = await issue(own, how);
    for (const body of [{}, { p_family_id: ownFamily }])
      expect(await refusal(call(own, 'redeem_voucher', { p_code: code, ...body }))).toMatchObject(
        ownBalance('p_code'),
      );
    // A colleague cannot redeem the voucher for this family either, and the voucher stays unchanged.
    expect(
      await refusal(call(colleague, 'redeem_voucher', { p_code: code, p_family_id: ownFamily })),
    ).toMatchObject(ownBalance('p_code'));
    expect(await call(colleague, 'get_voucher', { p_voucher_id: voucher.voucher_id })).toMatchObject({
      state: 'open',
    });
  });

  test('a colleague’s voucher can be redeemed by the admin’s family like by any other', async () => {
    const { code } = await issue(colleague, {});
    expect(await call(own, 'redeem_voucher', { p_code: code })).toMatchObject({ balance_cents: 10_000 });
  });
});

describe('promotion codes and the admin’s own family', () => {
  const save = (who: Caller, code: string, percent: number) =>
    callAs(db, who, 'save_promotion_code', { code, percent });
  const lines = () => [{ offer_id: 'tier-spark', camp_id: camp, child: 0 }];
  const hold = (who: Caller, code: string) =>
    callAs(db, who, 'hold_order', { lines: lines(), children: [{ dob: child.dob }], code });
  const saleWithCode = (parent: object, children: object[], code: string) =>
    saleTo(parent, children, { code, expected_total_cents: instalments.PRICE / 2 });

  test('a code cannot be used by the family of the admin who set its terms, until a colleague sets them', async () => {
    await save(own, 'HALF-OWN', 50);
    expect(await refusal(hold(own, 'HALF-OWN'))).toMatchObject({ code: 'code_own', field: 'code' });
    const someone = await makeParent(db, 'someone@example.test');
    expect(await hold(someone, 'HALF-OWN')).toMatchObject({ total_cents: instalments.PRICE / 2 });
    await save(colleague, 'HALF-OWN', 50);
    expect(await hold(own, 'HALF-OWN')).toMatchObject({ total_cents: instalments.PRICE / 2 });
    // An admin can start an ended code again, but still cannot use it.
    const [row] = await db.sql<
      [{ id: string }]
    >`select id from public.promotion_codes where code = 'HALF-OWN'`;
    await call(colleague, 'end_promotion_code', { p_promotion_id: row.id });
    await call(own, 'end_promotion_code', { p_promotion_id: row.id, p_ended: false });
    expect(await refusal(hold(own, 'HALF-OWN'))).toMatchObject({ code: 'code_own' });
  });

  test.each(disguises)('the code cannot be used at the desk for a guest %s', async (_, disguise) => {
    await save(own, 'HALF-DESK', 50);
    for (const seller of [own, colleague])
      expect(await refusal(sell(seller, saleWithCode(...disguise(), 'HALF-DESK')))).toMatchObject({
        code: 'code_own',
        field: 'code',
      });
  });
});
