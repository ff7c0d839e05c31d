/**
 * Tests how a parent pays at the checkout on the site: with deposits for camps, and with balance that is reserved,
 * spent and given back (docs/decisions "Deposits and instalments" and "The family balance").
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as d from '#support/sql-details.ts';
import * as n from '#support/sql-instalments.ts';
import * as p from '#support/sql-paying.ts';
import * as shop from '#support/sql-selling.ts';
import * as x from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  admin = d.signedIn(await x.makeUser(db, 'admin@example.test', ['admin']));
  await n.allowDeposits(db);
});
afterAll(() => db.drop());

const plan = { instalments: { parts: 1, deposit_cents: n.DEPOSIT } };
const camp = async (days = 60) => [p.campLine(await n.makeCampIn(db, days))];
const fromBalance = (family: p.Family, cents: number): p.Pay => ({
  balance_cents: cents,
  user_id: family.userId,
});
const discrepancies = () => db.sql`select rule, details from private.discrepancies()`;
const money = async ({ finalized }: p.Paying) => n.countMoney(db, finalized.order_id);

describe('paying at the checkout from the balance', () => {
  test('the balance can pay the whole order without a payment page, in the call that reserves it', async () => {
    const family = await p.makeFamily(db, n.PRICE + 500);
    const paying = await p.toPay(db, family.caller, await camp(), fromBalance(family, n.PRICE));
    expect(paying.finalized.is_paid).toBe(true);
    expect([await p.statusOf(db, paying), await p.balanceOf(db, family)]).toEqual(['paid', [500, 0]]);
    expect(await money(paying)).toMatchObject({ paid: n.PRICE, held: n.PRICE, places: 1 });
    const view = await x.rpc(db, x.visitor, 'get_order', { p_secret: paying.order.secret });
    expect(view).toMatchObject({ status: 'paid', balance_cents: n.PRICE });
    const [mail] = await db.sql`
      select payload ->> 'desk_method' as method from public.outbox
      where template = 'booking_confirmed' and payload ->> 'number' = ${paying.finalized.number}`;
    expect(mail).toEqual({ method: 'balance' });
  });

  test('the balance can pay some of the order, is reserved until the card pays the rest, and is refunded after the card', async () => {
    const family = await p.makeFamily(db, 20_000);
    const paying = await p.toPay(db, family.caller, await camp(), fromBalance(family, 15_000));
    expect(paying.finalized).toMatchObject({
      total_cents: n.PRICE - 15_000,
      pays_part: { rest_cents: 15_000, due_on: null },
    });
    expect(await p.balanceOf(db, family)).toEqual([5_000, 15_000]);
    expect(await p.charge(db, paying)).toMatchObject({ result: 'confirmed' });
    // A repeated report spends no more balance.
    expect(await p.charge(db, paying)).toMatchObject({ result: 'already_confirmed' });
    expect(await p.balanceOf(db, family)).toEqual([5_000, 0]);
    const [mail] = await db.sql`
      select payload ->> 'balance_part_cents' as part, payload ->> 'desk_method' as method from public.outbox
      where template = 'booking_confirmed' and payload ->> 'number' = ${paying.finalized.number}`;
    expect(mail).toEqual({ part: '15000', method: null });
    await x.rpc(db, x.service, 'refund_order', {
      p_order_id: paying.finalized.order_id,
      p_cents: n.PRICE - 10_000,
      p_reason: 'goodwill',
      p_key: crypto.randomUUID(),
    });
    expect(await p.balanceOf(db, family)).toEqual([10_000, 0]);
  });

  test.each([
    [
      'is left',
      (paying: p.Paying) => x.rpc(db, x.service, 'release_order', { p_secret: paying.order.secret }),
    ],
    ['lapses', (paying: p.Paying) => p.abandon(db, paying)],
    [
      'is refused by the bank after another choice',
      async ({ order, sessionId }: p.Paying) => {
        await p.finalize(db, order, null);
        await x.rpc(db, x.service, 'lapse_checkout', { p_session_id: sessionId, p_refused: true });
      },
    ],
    [
      'is refused by the bank',
      ({ sessionId }: p.Paying) =>
        x.rpc(db, x.service, 'lapse_checkout', { p_session_id: sessionId, p_refused: true }),
    ],
  ])('the whole balance is available again when the checkout %s', async (_, end) => {
    const family = await p.makeFamily(db, 15_000);
    const paying = await p.toPay(db, family.caller, await camp(), fromBalance(family, 15_000));
    expect(await p.balanceOf(db, family)).toEqual([0, 15_000]);
    await end(paying);
    expect(await p.balanceOf(db, family)).toEqual([15_000, 0]);
  });

  test('the balance stays reserved while a bank may still pay', async () => {
    const family = await p.makeFamily(db, 15_000);
    const paying = await p.toPay(db, family.caller, await camp(), fromBalance(family, 15_000));
    await shop.lapse(db, paying.order.secret);
    await x.rpc(db, x.service, 'release_lapsed_holds', {});
    expect(await p.balanceOf(db, family)).toEqual([0, 15_000]);
  });

  test('a later choice at the checkout reserves a smaller or larger amount', async () => {
    const family = await p.makeFamily(db, 15_000);
    const order = await p.hold(db, family.caller, await camp());
    for (const cents of [15_000, 4_000, 9_000]) {
      await p.finalize(db, order, fromBalance(family, cents));
      expect(await p.balanceOf(db, family)).toEqual([15_000 - cents, cents]);
    }
    await p.finalize(db, order, null);
    expect(await p.balanceOf(db, family)).toEqual([15_000, 0]);
  });

  test('if the card is charged after the checkout lapsed, the balance is spent if it is still there', async () => {
    const family = await p.makeFamily(db, 15_000);
    const paying = await p.toPay(db, family.caller, await camp(), fromBalance(family, 15_000));
    await p.abandon(db, paying);
    expect(await p.charge(db, paying)).toMatchObject({ result: 'reseated' });
    expect(await p.balanceOf(db, family)).toEqual([0, 0]);
    expect(await money(paying)).toMatchObject({ paid: n.PRICE, held: n.PRICE, places: 1 });
  });

  test.each(['refund', 'accepted'])(
    'if the card is charged late and the balance was spent in between, staff decide: %s',
    async (resolution) => {
      const family = await p.makeFamily(db, n.PRICE);
      const paying = await p.toPay(db, family.caller, await camp(), fromBalance(family, 15_000));
      await p.abandon(db, paying);
      await p.toPay(db, family.caller, await camp(67), fromBalance(family, n.PRICE));
      expect(await p.charge(db, paying)).toMatchObject({ result: 'mismatch' });
      expect(await money(paying)).toMatchObject({ places: 0, paid: n.PRICE - 15_000 });
      const [decision] = await db.sql<{ id: string }[]>`
      select id from public.payment_decisions where order_id = ${paying.finalized.order_id} and status = 'open'`;
      await x.rpc(db, admin, 'resolve_decision', { p_decision_id: decision?.id, p_resolution: resolution });
      expect(await money(paying)).toMatchObject(
        resolution === 'accepted'
          ? { places: 1, held: n.PRICE - 15_000, refunded: 0 }
          : { places: 0, held: 0, refunded: n.PRICE - 15_000 },
      );
      expect(await p.balanceOf(db, family)).toEqual([0, 0]);
    },
  );

  test('if the card is charged late and no place is left, the family chooses and both amounts can be refunded', async () => {
    const family = await p.makeFamily(db, 15_000);
    const line = p.campLine(await n.makeCampIn(db, 76, { capacity: 1 }));
    const paying = await p.toPay(db, family.caller, [line], fromBalance(family, 15_000));
    await p.abandon(db, paying);
    await p.charge(db, await p.toPay(db, x.visitor, [line], null));
    expect(await p.charge(db, paying)).toMatchObject({ result: 'needs_choice' });
    expect(await p.balanceOf(db, family)).toEqual([0, 0]);
    await x.rpc(db, x.service, 'choose_late', {
      p_access: { order_id: paying.finalized.order_id },
      p_choice: { kind: 'refund' },
    });
    expect(await p.balanceOf(db, family)).toEqual([15_000, 0]);
    expect(await money(paying)).toMatchObject({ refunded: n.PRICE, held: 0, places: 0 });
  });

  test('an open payment page is closed before the balance pays the whole order', async () => {
    const family = await p.makeFamily(db, n.PRICE);
    const order = await p.hold(db, family.caller, await camp());
    const sessionId = await p.open(db, await p.finalize(db, order, null));
    const all = fromBalance(family, n.PRICE);
    expect(await p.finalize(db, order, all)).toMatchObject({ is_paid: false, total_cents: 0 });
    await x.rpc(db, x.service, 'lapse_checkout', { p_session_id: sessionId });
    expect(await p.finalize(db, order, all)).toMatchObject({ is_paid: true });
    expect(await p.balanceOf(db, family)).toEqual([0, 0]);
  });

  test('checkouts in two tabs spend the balance once', async () => {
    const family = await p.makeFamily(db, n.PRICE);
    const orders = await Promise.all(
      [60, 67].map(async (days) => p.hold(db, family.caller, await camp(days))),
    );
    const outcomes = await Promise.allSettled(
      orders.map((order) => p.finalize(db, order, fromBalance(family, n.PRICE))),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await p.balanceOf(db, family)).toEqual([0, 0]);
  });

  test('after a different choice in another tab, no payment page is made for the earlier sum', async () => {
    const family = await p.makeFamily(db, 15_000);
    const order = await p.hold(db, family.caller, await camp());
    const { order_id } = await p.finalize(db, order, fromBalance(family, 15_000));
    await p.finalize(db, order, null);
    const p_params = { mode: 'payment', line_items: [{ price_data: { unit_amount: n.PRICE - 15_000 } }] };
    expect(
      await x.refusal(x.rpc(db, x.service, 'start_attempt', { p_order_id: order_id, p_params })),
    ).toMatchObject({
      code: 'changed_meanwhile',
    });
  });

  test('a balance that a checkout reserves cannot be taken by staff', async () => {
    const family = await p.makeFamily(db, n.PRICE);
    await p.toPay(db, family.caller, await camp(), fromBalance(family, n.PRICE - 100));
    const taken = x.rpc(db, admin, 'change_balance', {
      p_family_id: family.familyId,
      p_cents: -101,
      p_note: 'Try',
      p_expected_cents: 100,
      p_key: crypto.randomUUID(),
    });
    expect(await x.refusal(taken)).toMatchObject({ code: 'balance_too_low', detail: '100' });
  });

  test('nobody outside the family can use its balance, even with the order’s secret', async () => {
    const family = await p.makeFamily(db, n.PRICE);
    const stranger = await p.makeFamily(db);
    const order = await p.hold(db, family.caller, await camp());
    const guest = await p.hold(db, x.visitor, await camp());
    for (const held of [order, guest])
      expect(await x.refusal(p.finalize(db, held, { ...fromBalance(stranger, 5_000) }))).toMatchObject({
        code: expect.stringMatching(/not_allowed|balance_too_low/) as string,
      });
    expect(await x.refusal(p.finalize(db, guest, fromBalance(family, 5_000)))).toMatchObject({
      code: 'not_allowed',
    });
    expect(await p.balanceOf(db, family)).toEqual([n.PRICE, 0]);
  });

  test.each([
    ['more than the balance', { balance_cents: 15_001 }, 'balance_too_low'],
    ['less than a card can pay left', { balance_cents: n.PRICE - 49 }, 'invalid_input'],
    ['nothing', { balance_cents: 0 }, 'invalid_input'],
    ['a deposit too', { ...plan, balance_cents: 5_000 }, 'invalid_input'],
    ['nobody signed in', { balance_cents: 5_000, user_id: undefined }, 'invalid_input'],
  ])('a payment from the balance is refused with %s', async (_, pay, code) => {
    const family = await p.makeFamily(db, 15_000);
    const order = await p.hold(db, family.caller, await camp());
    const refused = p.finalize(db, order, { user_id: family.userId, ...pay });
    expect(await x.refusal(refused)).toMatchObject({ code });
    expect(await p.balanceOf(db, family)).toEqual([15_000, 0]);
  });
});

test('the books agree after all tests in this file', async () => {
  expect([...(await discrepancies())]).toEqual([]);
});
