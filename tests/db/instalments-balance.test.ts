/** Tests that the family's balance can pay later instalments of a camp (docs/decisions "Deposits and instalments"). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { signedIn } from '#support/sql-details.ts';
import * as instalments from '#support/sql-instalments.ts';
import * as payingHelpers from '#support/sql-paying.ts';
import { makeUser, refusal, rpc, service, visitor } from '#support/sql.ts';

const REST = instalments.PRICE - instalments.DEPOSIT;
let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  admin = {
    ...signedIn(await makeUser(db, 'admin@example.test', ['business_admin'])),
    claims: { aal: 'aal2' },
  };
  await instalments.allowDeposits(db);
});
afterAll(() => db.drop());

let days = 60;
/** Makes a family with this balance that has paid the deposit of a camp by card. */
async function makeFamilyWithDeposit(balance: number) {
  const family = await payingHelpers.makeFamily(db, balance);
  const camp = [payingHelpers.campLine(await instalments.makeCampIn(db, ++days))];
  const pay = { instalments: { parts: 1, deposit_cents: instalments.DEPOSIT } };
  const paying = await payingHelpers.goToPayment(db, family.caller, camp, pay);
  await payingHelpers.chargeOrder(db, paying);
  const orderId = paying.finalized.order_id;
  return {
    family,
    orderId,
    token: await instalments.makePaymentLink(db, orderId),
    part: await instalments.findNextPart(db, orderId),
  };
}
type Sold = Awaited<ReturnType<typeof makeFamilyWithDeposit>>;

const pay = ({ family, token, part }: Sold, balance_cents: number, more: object = {}) =>
  rpc<{ rest_cents: number }>(db, service, 'pay_instalment_from_balance', {
    p_token: token,
    p_pay: {
      user_id: family.userId,
      instalment_id: part.id,
      expected_cents: part.cents,
      balance_cents,
      ...more,
    },
  });
const readFaults = async () => [...(await db.sql`select rule, details from private.discrepancies()`)];

test('the balance pays an instalment in full and only once', async () => {
  const sold = await makeFamilyWithDeposit(REST + 1_000);
  const presses = await Promise.allSettled([pay(sold, REST), pay(sold, REST), pay(sold, REST)]);
  expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await refusal(pay(sold, REST))).toMatchObject({ code: 'instalment_closed' });
  expect(await payingHelpers.readBalance(db, sold.family)).toEqual([1_000, 0]);
  expect(await instalments.readPlan(db, sold.orderId)).toMatchObject({
    open_cents: 0,
    parts: [{ status: 'paid' }, { status: 'paid', method: 'balance', cents: REST }],
  });
  expect(await instalments.countMoney(db, sold.orderId)).toMatchObject({
    paid: instalments.PRICE,
    held: instalments.PRICE,
    open: 0,
  });
  const [mail] = await db.sql<{ payload: object }[]>`
    select payload from public.outbox where template = 'instalment_paid' and payload ->> 'number' = (
      select number from public.orders where id = ${sold.orderId})`;
  expect(mail?.payload).toMatchObject({ instalment: { cents: REST, method: 'balance' } });
  expect(await readFaults()).toEqual([]);
});

test('the balance pays as much as it has, and the rest is due by card on the same day', async () => {
  const sold = await makeFamilyWithDeposit(10_000);
  expect(await pay(sold, 10_000)).toEqual({ rest_cents: REST - 10_000 });
  const next = await instalments.findNextPart(db, sold.orderId);
  expect(next).toMatchObject({ id: sold.part.id, cents: REST - 10_000, due_on: sold.part.due_on });
  // A repeated call takes nothing more from the balance.
  expect(await refusal(pay(sold, 10_000))).toMatchObject({
    code: 'price_changed',
    detail: `${REST - 10_000}`,
  });
  await instalments.confirmPayment(db, await instalments.startPayment(db, sold.token));
  expect(await instalments.countMoney(db, sold.orderId)).toMatchObject({
    paid: instalments.PRICE,
    held: instalments.PRICE,
    open: 0,
    decided: 0,
    parts: instalments.PRICE,
  });
  // A cancellation refunds the card first. What the balance paid goes back to the balance.
  const [line = ''] = await instalments.readLines(db, sold.orderId);
  await instalments.cancelLines(db, sold.orderId, [line], instalments.PRICE);
  expect(await payingHelpers.readBalance(db, sold.family)).toEqual([10_000, 0]);
  const refunds = await db.sql`
    select r.amount_cents as cents, r.to_balance from public.refunds r join public.payments y on y.id = r.payment_id
    where r.order_id = ${sold.orderId} order by r.to_balance, r.amount_cents`;
  expect([...refunds]).toEqual([
    { cents: instalments.DEPOSIT, to_balance: false },
    { cents: REST - 10_000, to_balance: false },
    { cents: 10_000, to_balance: true },
  ]);
  const [mail] = await db.sql<{ parts: unknown }[]>`
    select payload -> 'refund_parts' as parts from public.outbox
    where template = 'order_cancelled' and payload ->> 'number' = (select number from public.orders where id = ${sold.orderId})`;
  expect(mail?.parts).toEqual([
    { method: 'online', cents: instalments.PRICE - 10_000 },
    { method: 'balance', cents: 10_000 },
  ]);
});

test('a charge by a page that was opened before counts as paid twice', async () => {
  const sold = await makeFamilyWithDeposit(REST);
  const event = await instalments.startPayment(db, sold.token);
  expect(await refusal(pay(sold, REST))).toMatchObject({ code: 'payment_unavailable' });
  await rpc(db, service, 'close_instalment_session', { p_session_id: event.session_id });
  await pay(sold, REST);
  expect(await instalments.confirmPayment(db, event)).toMatchObject({ result: 'duplicate_payment' });
  expect(await instalments.countMoney(db, sold.orderId)).toMatchObject({
    held: instalments.PRICE,
    decided: REST,
  });
});

test('nobody can spend another family’s balance, or more than there is', async () => {
  const sold = await makeFamilyWithDeposit(10_000);
  const other = await payingHelpers.makeFamily(db, 100_000);
  const attacks: [string, object, number][] = [
    ['not_allowed', { user_id: other.userId }, 10_000],
    ['not_allowed', { user_id: admin.sub }, 10_000],
    ['invalid_input', { user_id: null }, 10_000],
    ['balance_too_low', {}, 10_001],
    ['invalid_input', {}, 0],
    ['invalid_input', {}, -1],
    ['invalid_input', {}, 0.5],
    // The balance must not leave 49 cents, which is too little for a card payment.
    ['invalid_input', {}, REST - 49],
    ['invalid_input', {}, REST + 1],
    ['price_changed', { expected_cents: 1 }, 10_000],
    ['instalment_closed', { instalment_id: randomUUID() }, 10_000],
  ];
  for (const [code, more, cents] of attacks)
    expect([code, more, await refusal(pay(sold, cents, more))]).toMatchObject([code, more, { code }]);
  for (const who of [visitor, sold.family.caller, admin])
    await expect(
      rpc(db, who, 'pay_instalment_from_balance', {
        p_token: sold.token,
        p_pay: { user_id: sold.family.userId },
      }),
    ).rejects.toThrow('permission denied');
  // Only a parent of the family sees its balance.
  const readBalance = async (who: Caller) => {
    const link = await rpc<{ offer: { balance_cents: number | null } }>(db, who, 'read_payment_link', {
      p_token: sold.token,
    });
    return link.offer.balance_cents;
  };
  expect(await readBalance(sold.family.caller)).toBe(10_000);
  for (const who of [visitor, other.caller, admin]) expect(await readBalance(who)).toBeNull();
  expect(await payingHelpers.readBalance(db, sold.family)).toEqual([10_000, 0]);
});

test('at the desk, the balance pays an instalment, alone or together with cash', async () => {
  for (const [balance, more] of [
    [REST, { method: 'balance' }],
    [20_000, { method: 'cash', balance_cents: 20_000 }],
  ] as const) {
    const sold = await makeFamilyWithDeposit(balance);
    const key = randomUUID();
    const take = () =>
      rpc(db, admin, 'take_instalment', {
        p_take: { key, instalment_id: sold.part.id, expected_cents: REST, ...more },
      });
    expect(await take()).toMatchObject({ open_cents: 0 });
    // A repeated call returns the same answer.
    expect(await take()).toMatchObject({ open_cents: 0 });
    expect(await payingHelpers.readBalance(db, sold.family)).toEqual([0, 0]);
    const methods = await db.sql<{ method: string; cents: number }[]>`
      select coalesce(method, provider) as method, amount_cents as cents from public.payments
      where order_id = ${sold.orderId} and result = 'instalment' order by 1`;
    expect([...methods]).toEqual([
      { method: 'balance', cents: balance },
      ...(balance < REST ? [{ method: 'cash', cents: REST - balance }] : []),
    ]);
  }
  const sold = await makeFamilyWithDeposit(1_000);
  const body = { instalment_id: sold.part.id, expected_cents: REST };
  for (const [code, more] of [
    ['balance_too_low', { method: 'balance' }],
    ['balance_too_low', { method: 'cash', balance_cents: 1_001 }],
    ['invalid_input', { method: 'cash', balance_cents: REST }],
    ['invalid_input', { method: 'cash', balance_cents: REST - 49 }],
  ] as const)
    expect([
      code,
      await refusal(rpc(db, admin, 'take_instalment', { p_take: { key: randomUUID(), ...body, ...more } })),
    ]).toMatchObject([code, { code }]);
  expect(await instalments.countMoney(db, sold.orderId)).toMatchObject({
    paid: instalments.DEPOSIT,
    open: REST,
  });
  expect(await readFaults()).toEqual([]);
});
