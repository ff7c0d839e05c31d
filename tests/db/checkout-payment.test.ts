/**
 * Tests how a parent pays at the checkout on the site: with deposits for camps, and with balance that is
 * reserved, spent and returned (docs/decisions "Deposits and instalments" and "The family balance").
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { signedIn } from '#support/sql-details.ts';
import * as instalments from '#support/sql-instalments.ts';
import * as payingHelpers from '#support/sql-paying.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, service, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
  await instalments.allowDeposits(db);
});
afterAll(() => db.drop());

const plan = { instalments: { parts: 1, deposit_cents: instalments.DEPOSIT } };
const camp = async (days = 60) => [payingHelpers.campLine(await instalments.makeCampIn(db, days))];
const fromBalance = (family: payingHelpers.Family, cents: number): payingHelpers.Pay => ({
  balance_cents: cents,
  user_id: family.userId,
});
const discrepancies = () => db.sql`select rule, details from private.discrepancies()`;
const money = async ({ finalized }: payingHelpers.Paying) => instalments.countMoney(db, finalized.order_id);

describe('paying at the checkout from the balance', () => {
  test('the balance can pay the whole order without a payment page, in the call that reserves it', async () => {
    const family = await payingHelpers.makeFamily(db, instalments.PRICE + 500);
    const paying = await payingHelpers.goToPayment(
      db,
      family.caller,
      await camp(),
      fromBalance(family, instalments.PRICE),
    );
    expect(paying.finalized.is_paid).toBe(true);
    expect([await payingHelpers.readStatus(db, paying), await payingHelpers.readBalance(db, family)]).toEqual(
      ['paid', [500, 0]],
    );
    expect(await money(paying)).toMatchObject({
      paid: instalments.PRICE,
      held: instalments.PRICE,
      places: 1,
    });
    const view = await rpc(db, visitor, 'get_order', { p_secret: paying.order.secret });
    expect(view).toMatchObject({ status: 'paid', balance_cents: instalments.PRICE });
    const [mail] = await db.sql`
      select payload ->> 'desk_method' as method from public.outbox
      where template = 'booking_confirmed' and payload ->> 'number' = ${paying.finalized.number}`;
    expect(mail).toEqual({ method: 'balance' });
  });

  test('the balance can pay some of the order, is reserved until the card pays the rest, and is refunded after the card', async () => {
    const family = await payingHelpers.makeFamily(db, 20_000);
    const paying = await payingHelpers.goToPayment(
      db,
      family.caller,
      await camp(),
      fromBalance(family, 15_000),
    );
    expect(paying.finalized).toMatchObject({
      total_cents: instalments.PRICE - 15_000,
      pays_part: { rest_cents: 15_000, due_on: null },
    });
    expect(await payingHelpers.readBalance(db, family)).toEqual([5_000, 15_000]);
    expect(await payingHelpers.chargeOrder(db, paying)).toMatchObject({ result: 'confirmed' });
    // A repeated report spends no more balance.
    expect(await payingHelpers.chargeOrder(db, paying)).toMatchObject({ result: 'already_confirmed' });
    expect(await payingHelpers.readBalance(db, family)).toEqual([5_000, 0]);
    const [mail] = await db.sql`
      select payload ->> 'balance_part_cents' as part, payload ->> 'desk_method' as method from public.outbox
      where template = 'booking_confirmed' and payload ->> 'number' = ${paying.finalized.number}`;
    expect(mail).toEqual({ part: '15000', method: null });
    await rpc(db, service, 'refund_order', {
      p_order_id: paying.finalized.order_id,
      p_cents: instalments.PRICE - 10_000,
      p_reason: 'goodwill',
      p_key: crypto.randomUUID(),
    });
    expect(await payingHelpers.readBalance(db, family)).toEqual([10_000, 0]);
  });

  test.each([
    [
      'is left',
      (paying: payingHelpers.Paying) => rpc(db, service, 'release_order', { p_secret: paying.order.secret }),
    ],
    ['lapses', (paying: payingHelpers.Paying) => payingHelpers.abandonOrder(db, paying)],
    [
      'is refused by the bank after another choice',
      async ({ order, sessionId }: payingHelpers.Paying) => {
        await payingHelpers.finalize(db, order, null);
        await rpc(db, service, 'lapse_checkout', { p_session_id: sessionId, p_refused: true });
      },
    ],
    [
      'is refused by the bank',
      ({ sessionId }: payingHelpers.Paying) =>
        rpc(db, service, 'lapse_checkout', { p_session_id: sessionId, p_refused: true }),
    ],
  ])('the whole balance is available again when the checkout %s', async (_, end) => {
    const family = await payingHelpers.makeFamily(db, 15_000);
    const paying = await payingHelpers.goToPayment(
      db,
      family.caller,
      await camp(),
      fromBalance(family, 15_000),
    );
    expect(await payingHelpers.readBalance(db, family)).toEqual([0, 15_000]);
    await end(paying);
    expect(await payingHelpers.readBalance(db, family)).toEqual([15_000, 0]);
  });

  test('the balance stays reserved while a bank may still pay', async () => {
    const family = await payingHelpers.makeFamily(db, 15_000);
    const paying = await payingHelpers.goToPayment(
      db,
      family.caller,
      await camp(),
      fromBalance(family, 15_000),
    );
    await shop.expireHolds(db, paying.order.secret);
    await rpc(db, service, 'release_lapsed_holds', {});
    expect(await payingHelpers.readBalance(db, family)).toEqual([0, 15_000]);
  });

  test('a later choice at the checkout reserves a smaller or larger amount', async () => {
    const family = await payingHelpers.makeFamily(db, 15_000);
    const order = await payingHelpers.hold(db, family.caller, await camp());
    for (const cents of [15_000, 4_000, 9_000]) {
      await payingHelpers.finalize(db, order, fromBalance(family, cents));
      expect(await payingHelpers.readBalance(db, family)).toEqual([15_000 - cents, cents]);
    }
    await payingHelpers.finalize(db, order, null);
    expect(await payingHelpers.readBalance(db, family)).toEqual([15_000, 0]);
  });

  test('if the card is charged after the checkout lapsed, the balance is spent if it is still there', async () => {
    const family = await payingHelpers.makeFamily(db, 15_000);
    const paying = await payingHelpers.goToPayment(
      db,
      family.caller,
      await camp(),
      fromBalance(family, 15_000),
    );
    await payingHelpers.abandonOrder(db, paying);
    expect(await payingHelpers.chargeOrder(db, paying)).toMatchObject({ result: 'reseated' });
    expect(await payingHelpers.readBalance(db, family)).toEqual([0, 0]);
    expect(await money(paying)).toMatchObject({
      paid: instalments.PRICE,
      held: instalments.PRICE,
      places: 1,
    });
  });

  test.each(['refund', 'accepted'])(
    'if the card is charged late and the balance was spent in between, staff decide: %s',
    async (resolution) => {
      const family = await payingHelpers.makeFamily(db, instalments.PRICE);
      const paying = await payingHelpers.goToPayment(
        db,
        family.caller,
        await camp(),
        fromBalance(family, 15_000),
      );
      await payingHelpers.abandonOrder(db, paying);
      await payingHelpers.goToPayment(
        db,
        family.caller,
        await camp(67),
        fromBalance(family, instalments.PRICE),
      );
      expect(await payingHelpers.chargeOrder(db, paying)).toMatchObject({ result: 'mismatch' });
      expect(await money(paying)).toMatchObject({ places: 0, paid: instalments.PRICE - 15_000 });
      const [decision] = await db.sql<{ id: string }[]>`
      select id from public.payment_decisions where order_id = ${paying.finalized.order_id} and status = 'open'`;
      await rpc(db, admin, 'resolve_decision', { p_decision_id: decision?.id, p_resolution: resolution });
      expect(await money(paying)).toMatchObject(
        resolution === 'accepted'
          ? { places: 1, held: instalments.PRICE - 15_000, refunded: 0 }
          : { places: 0, held: 0, refunded: instalments.PRICE - 15_000 },
      );
      expect(await payingHelpers.readBalance(db, family)).toEqual([0, 0]);
    },
  );

  test('if the card is charged late and no spot is left, the family chooses and both amounts can be refunded', async () => {
    const family = await payingHelpers.makeFamily(db, 15_000);
    const line = payingHelpers.campLine(await instalments.makeCampIn(db, 76, { capacity: 1 }));
    const paying = await payingHelpers.goToPayment(db, family.caller, [line], fromBalance(family, 15_000));
    await payingHelpers.abandonOrder(db, paying);
    await payingHelpers.chargeOrder(db, await payingHelpers.goToPayment(db, visitor, [line], null));
    expect(await payingHelpers.chargeOrder(db, paying)).toMatchObject({ result: 'needs_choice' });
    expect(await payingHelpers.readBalance(db, family)).toEqual([0, 0]);
    await rpc(db, service, 'choose_late', {
      p_access: { order_id: paying.finalized.order_id },
      p_choice: { kind: 'refund' },
    });
    expect(await payingHelpers.readBalance(db, family)).toEqual([15_000, 0]);
    expect(await money(paying)).toMatchObject({ refunded: instalments.PRICE, held: 0, places: 0 });
  });

  test('an open payment page is closed before the balance pays the whole order', async () => {
    const family = await payingHelpers.makeFamily(db, instalments.PRICE);
    const order = await payingHelpers.hold(db, family.caller, await camp());
    const sessionId = await payingHelpers.openPaymentPage(db, await payingHelpers.finalize(db, order, null));
    const all = fromBalance(family, instalments.PRICE);
    expect(await payingHelpers.finalize(db, order, all)).toMatchObject({ is_paid: false, total_cents: 0 });
    await rpc(db, service, 'lapse_checkout', { p_session_id: sessionId });
    expect(await payingHelpers.finalize(db, order, all)).toMatchObject({ is_paid: true });
    expect(await payingHelpers.readBalance(db, family)).toEqual([0, 0]);
  });

  test('checkouts in two tabs spend the balance once', async () => {
    const family = await payingHelpers.makeFamily(db, instalments.PRICE);
    const orders = await Promise.all(
      [60, 67].map(async (days) => payingHelpers.hold(db, family.caller, await camp(days))),
    );
    const outcomes = await Promise.allSettled(
      orders.map((order) => payingHelpers.finalize(db, order, fromBalance(family, instalments.PRICE))),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await payingHelpers.readBalance(db, family)).toEqual([0, 0]);
  });

  test('after a different choice in another tab, no payment page is made for the earlier sum', async () => {
    const family = await payingHelpers.makeFamily(db, 15_000);
    const order = await payingHelpers.hold(db, family.caller, await camp());
    const { order_id } = await payingHelpers.finalize(db, order, fromBalance(family, 15_000));
    await payingHelpers.finalize(db, order, null);
    const p_params = {
      mode: 'payment',
      line_items: [{ price_data: { unit_amount: instalments.PRICE - 15_000 } }],
    };
    expect(
      await refusal(rpc(db, service, 'start_attempt', { p_order_id: order_id, p_params })),
    ).toMatchObject({
      code: 'changed_meanwhile',
    });
  });

  test('a balance that a checkout reserves cannot be taken by staff', async () => {
    const family = await payingHelpers.makeFamily(db, instalments.PRICE);
    await payingHelpers.goToPayment(
      db,
      family.caller,
      await camp(),
      fromBalance(family, instalments.PRICE - 100),
    );
    const taken = rpc(db, admin, 'change_balance', {
      p_family_id: family.familyId,
      p_cents: -101,
      p_note: 'Try',
      p_expected_cents: 100,
      p_key: crypto.randomUUID(),
    });
    expect(await refusal(taken)).toMatchObject({ code: 'balance_too_low', detail: '100' });
  });

  test('nobody outside the family can use its balance, even with the order’s secret', async () => {
    const family = await payingHelpers.makeFamily(db, instalments.PRICE);
    const stranger = await payingHelpers.makeFamily(db);
    const order = await payingHelpers.hold(db, family.caller, await camp());
    const guest = await payingHelpers.hold(db, visitor, await camp());
    for (const held of [order, guest])
      expect(
        await refusal(payingHelpers.finalize(db, held, { ...fromBalance(stranger, 5_000) })),
      ).toMatchObject({
        code: expect.stringMatching(/not_allowed|balance_too_low/) as string,
      });
    expect(await refusal(payingHelpers.finalize(db, guest, fromBalance(family, 5_000)))).toMatchObject({
      code: 'not_allowed',
    });
    expect(await payingHelpers.readBalance(db, family)).toEqual([instalments.PRICE, 0]);
  });

  test.each([
    ['more than the balance', { balance_cents: 15_001 }, 'balance_too_low'],
    ['less than a card can pay left', { balance_cents: instalments.PRICE - 49 }, 'invalid_input'],
    ['nothing', { balance_cents: 0 }, 'invalid_input'],
    ['a deposit too', { ...plan, balance_cents: 5_000 }, 'invalid_input'],
    ['nobody signed in', { balance_cents: 5_000, user_id: undefined }, 'invalid_input'],
  ])('a payment from the balance is refused with %s', async (_, pay, code) => {
    const family = await payingHelpers.makeFamily(db, 15_000);
    const order = await payingHelpers.hold(db, family.caller, await camp());
    const refused = payingHelpers.finalize(db, order, { user_id: family.userId, ...pay });
    expect(await refusal(refused)).toMatchObject({ code });
    expect(await payingHelpers.readBalance(db, family)).toEqual([15_000, 0]);
  });
});

test('the books agree after all tests in this file', async () => {
  expect([...(await discrepancies())]).toEqual([]);
});
