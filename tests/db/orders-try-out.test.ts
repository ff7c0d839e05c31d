import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller, TestDatabase } from '#support/database.ts';
import { makeParent, saveChild } from '#support/sql-details.ts';
import * as camps from '#support/sql-camps.ts';
import * as orders from '#support/sql-orders.ts';
import { orderDetails, childAged8 } from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, service } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await orders.openShop();
});
afterAll(() => db.drop());

const tryOut = async (more: object = {}) => ({
  offer_id: 'pass-once',
  session_id: await shop.makeSession(db),
  ...more,
});
const hold = async () => orders.hold(db, { lines: [await tryOut()] });
let families = 0;
function makeDetails(name = 'Kai Tan') {
  const n = families++;
  const parent = { name: 'Mei Tan', email: `mei${n}@example.test`, phone: `+65900${10_000 + n}` };
  return { ...orderDetails([childAged8(name)]), parent };
}
const used = { code: 'try_out_used', status: 409, field: 'lines[0].child' };

/** Expects that a guest pays without a warning, that the whole payment is then refunded, and that the mail says why. */
async function expectRefundOfAll(order: orders.Held, details: unknown): Promise<void> {
  const paying = await shop.openPaymentPage(db, order, details);
  await expectPaidBack(paying, await shop.confirmPayment(db, shop.paymentOf(paying)));
}
async function expectPaidBack({ orderId, order }: shop.Checkout, answer: { result: string }): Promise<void> {
  expect(answer.result).toBe('needs_choice');
  const shown = await orders.viewOrder(db, order);
  expect(shown).toMatchObject({ status: 'paid_late', outcome: null });
  expect(shown.lines.every(({ status, had_before }) => status === 'cancelled' && had_before)).toBe(true);
  const [back] =
    await db.sql`select sum(amount_cents)::int as cents from public.refunds where order_id = ${orderId}`;
  expect(back).toEqual({ cents: shown.total_cents });
  const mails = await db.sql`
    select template, payload #> '{cancelled,had_before}' as why from public.outbox where payload ->> 'number' = ${order.number}`;
  expect([...mails]).toEqual([{ template: 'order_cancelled', why: true }]);
  const [claims] =
    await db.sql`select count(*)::int as n from public.trial_claims where order_id = ${orderId}`;
  expect(claims).toEqual({ n: 0 });
  expect(await db.sql`select * from private.discrepancies() where rule <> 'refund_failed'`).toEqual([]);
}

describe('one try-out per child', () => {
  test('two guests with the same name, birth date and e-mail are the same child', async () => {
    const first = makeDetails();
    await orders.payOrder(db, await hold(), first);
    const again = {
      ...first,
      parent: { ...first.parent, phone: '+6598887777', email: first.parent.email.toUpperCase() },
    };
    const inCapitals = { ...again, children: [childAged8(' kai   TAN ')] };
    await expectRefundOfAll(await hold(), inCapitals);
  });

  test('two guests with the same name, birth date and phone are the same child', async () => {
    const first = makeDetails();
    await orders.payOrder(db, await hold(), first);
    const again = { ...first, parent: { ...first.parent, email: 'new@example.test' } };
    await expectRefundOfAll(await hold(), again);
  });

  test.each(['another contact', 'another birth date', 'another name'])(
    '%s makes another child',
    async (what) => {
      const first = makeDetails();
      await orders.payOrder(db, await hold(), first);
      const other =
        what === 'another contact'
          ? { ...first, parent: makeDetails().parent }
          : {
              ...first,
              children: [
                what === 'another name'
                  ? childAged8('Lea Tan')
                  : childAged8('Kai Tan', { dob: '2081-05-02' }),
              ],
            };
      expect(await orders.payOrder(db, await hold(), other)).toBe('confirmed');
    },
  );

  test('each sibling may have one, and one child cannot have two in one order', async () => {
    const lines = [await tryOut({ child: 0 }), await tryOut({ child: 1 }), await tryOut({ child: 1 })];
    const both = { ...makeDetails(), children: [childAged8('Kai Tan'), childAged8('Lea Tan')] };
    const order = { lines, children: [{}, {}] };
    expect(await refusal(orders.hold(db, order))).toMatchObject({
      code: 'try_out_used',
      field: 'lines[2].child',
    });
    const quote = await camps.quote(db, order);
    expect(quote.refusals).toMatchObject([{ code: 'try_out_used', field: 'lines[2].child' }]);
    const two = await orders.hold(db, { ...order, lines: lines.slice(0, 2) });
    expect(await orders.payOrder(db, two, both)).toBe('confirmed');
  });

  test('a correction in the same checkout does not count as a second one, even with the children in another order', async () => {
    const order = await orders.hold(db, { lines: [await tryOut(), await tryOut()] });
    const [kai, lea] = [childAged8('Kai Tan'), childAged8('Lea Tan')];
    const typed = makeDetails();
    await shop.finalizeOrder(db, order, { ...typed, children: [kai, childAged8('Lee Tan')] });
    await shop.finalizeOrder(db, order, { ...typed, children: [lea, kai] });
    expect(await orders.payOrder(db, order, { ...typed, children: [lea, kai] })).toBe('confirmed');
    // The mistyped name can be used by another order.
    expect(await orders.payOrder(db, await hold(), { ...typed, children: [childAged8('Lee Tan')] })).toBe(
      'confirmed',
    );
  });

  test('a signed-in family’s child is refused at the hold by id, and at the payment by name', async () => {
    const parent = await makeParent(db, 'signed@example.test');
    const child = await saveChild(db, parent, childAged8('Kai Tan'));
    const holdForKnownChild = async () =>
      orders.hold(db, { lines: [await tryOut({ child: 0 })], children: [{ id: child.id }] }, parent);
    expect(await orders.payOrder(db, await holdForKnownChild(), { ...makeDetails(), children: [{}] })).toBe(
      'confirmed',
    );
    expect(await refusal(holdForKnownChild())).toMatchObject(used);
    const typed = await orders.hold(db, { lines: [await tryOut()] }, parent);
    expect(await refusal(shop.finalizeOrder(db, typed, makeDetails()))).toMatchObject(used);
  });
});

describe('strangers learn nothing before they pay', () => {
  /** Returns all answers of a checkout, without values that are specific to its order. */
  const answers = async (details: ReturnType<typeof makeDetails>, who?: Caller) => {
    const order = await orders.hold(db, { lines: [await tryOut()] }, who);
    const settled = await shop.finalizeOrder(db, order, details);
    const shown = await orders.viewOrder(db, order);
    return [Object.keys(settled).sort(), shown.status, shown.lines.map(({ status }) => status)];
  };

  test('a stranger learns nothing by typing another person’s address, number, or both', async () => {
    const bought = makeDetails();
    await orders.payOrder(db, await hold(), bought);
    const unknown = await answers(makeDetails());
    const other = makeDetails().parent;
    for (const parent of [
      bought.parent,
      { ...other, email: bought.parent.email },
      { ...other, phone: bought.parent.phone },
    ])
      expect(await answers({ ...bought, parent })).toEqual(unknown);
    // An account with another verified address learns nothing either.
    const nosy = await makeParent(db, 'nosy@example.test');
    expect(await answers(bought, nosy)).toEqual(unknown);
  });

  test('the owner of the verified address is notified once the purchase is linked', async () => {
    const bought = makeDetails();
    await orders.payOrder(db, await hold(), bought);
    const owner = await makeParent(db, bought.parent.email);
    await rpc(db, owner, 'link_purchases', {});
    const order = await orders.hold(db, { lines: [await tryOut()] }, owner);
    expect(await refusal(shop.finalizeOrder(db, order, bought))).toMatchObject(used);
  });
});

describe('the claim to a try-out lasts as long as the order', () => {
  test('a guest’s unpaid order does not block the try-out for others, and is refunded when it is paid later', async () => {
    const typed = makeDetails();
    const [first, second] = [
      await shop.openPaymentPage(db, await hold(), typed),
      await shop.openPaymentPage(db, await hold(), typed),
    ];
    expect((await shop.confirmPayment(db, shop.paymentOf(second))).result).toBe('confirmed');
    await expectPaidBack(first, await shop.confirmPayment(db, shop.paymentOf(first)));
  });

  test('a family’s unpaid order keeps the try-out, but a lapsed or released one does not', async () => {
    const parent = await makeParent(db, 'two.tabs@example.test');
    const typed = makeDetails();
    const holdTryOut = async () => orders.hold(db, { lines: [await tryOut()] }, parent);
    // The family exists with another child.
    await saveChild(db, parent, childAged8('Sister Tan'));
    const [first, second] = [await holdTryOut(), await holdTryOut()];
    await shop.finalizeOrder(db, first, typed);
    expect(await refusal(shop.finalizeOrder(db, second, typed))).toMatchObject(used);
    await shop.expireHolds(db, first.secret);
    await shop.finalizeOrder(db, second, typed);
    await rpc(db, service, 'release_order', { p_secret: second.secret });
    expect(await orders.payOrder(db, await hold(), typed)).toBe('confirmed');
  });

  test('a late payment is refunded if another order has taken the try-out', async () => {
    const typed = makeDetails();
    const latePayment = await shop.openPaymentPage(db, await hold(), typed);
    await shop.expireHolds(db, latePayment.order.secret);
    await orders.payOrder(db, await hold(), typed);
    await expectPaidBack(latePayment, await shop.confirmPayment(db, shop.paymentOf(latePayment)));
    const [passes] = await db.sql`
      select count(*) as n from public.passes p join public.families f on f.id = p.family_id
      where f.contact_email = ${typed.parent.email}`;
    expect(passes).toEqual({ n: 1 });
  });

  test('a late payment gets the spot again if the try-out is free, and the try-out is used', async () => {
    const typed = makeDetails();
    const latePayment = await shop.openPaymentPage(db, await hold(), typed);
    await shop.expireHolds(db, latePayment.order.secret);
    expect(await shop.confirmPayment(db, shop.paymentOf(latePayment))).toMatchObject({ result: 'reseated' });
    await expectRefundOfAll(await hold(), typed);
  });

  test('a paid order without a spot keeps the try-out until the parent has chosen', async () => {
    const typed = makeDetails();
    const latePayment = await shop.openPaymentPage(db, await hold(), typed);
    await db.sql`
      update public.sessions set status = 'cancelled' where id = ${latePayment.order.lines[0]?.session?.session_id ?? ''}`;
    expect(await shop.confirmPayment(db, shop.paymentOf(latePayment))).toMatchObject({
      result: 'needs_choice',
    });
    await expectRefundOfAll(await hold(), typed);
  });

  test('a hold that lapsed at the payment page is not restored if another order has the try-out', async () => {
    const typed = makeDetails();
    const [slow, quick] = [await hold(), await hold()];
    const { order_id } = await shop.finalizeOrder(db, slow, typed);
    await rpc(db, service, 'start_attempt', { p_order_id: order_id, p_params: {} });
    await shop.expireHolds(db, slow.secret);
    await shop.finalizeOrder(db, quick, typed);
    const recorded = rpc(db, service, 'record_checkout', {
      p_order_id: order_id,
      p_attempt: 1,
      p_session_id: 'cs_slow_once',
      p_expires_at: new Date(Date.now() + 31 * 60_000).toISOString(),
    });
    expect(await recorded).toEqual({ ok: false });
    expect(await orders.viewOrder(db, slow)).toMatchObject({ status: 'expired' });
  });
});
