import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import type { Caller } from '#support/database.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { refundAsStaff } from '#support/sql-refunds.ts';
import * as shop from '#support/sql-selling.ts';
import { atOnce, makeUser, refusal, rpc } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
let coach: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'), camps.tierOffer('epic'));
  await afterSale.sellWithRules(db, []);
  admin = { role: 'authenticated', sub: await makeUser(db, 'boss@example.test', ['admin']) };
  coach = { role: 'authenticated', sub: await makeUser(db, 'coach@example.test', ['coach']) };
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

const passLine = (session_id: string, offer_id = shop.term.id) => ({ offer_id, session_id });
let week = 4;
const free = () => afterSale.makeSession(db, afterSale.dateIn(20 + week++));

describe('a payment that waits for a decision by staff', () => {
  const decide = (p_decision_id: string, p_resolution: unknown, who = admin) =>
    rpc(db, who, 'resolve_decision', { p_decision_id, p_resolution });
  const readDecision = async (kind: string, orderId: string | null = null): Promise<string> => {
    const [row] = await db.sql<[{ id: string }]>`
      select id from public.payment_decisions where kind = ${kind} and order_id is not distinct from ${orderId}
      order by created_at desc limit 1`;
    return row.id;
  };
  const mismatch = async () => {
    const session = await free();
    const paid = await shop.openCheckout(db, session, shop.term);
    await shop.confirmPayment(db, shop.paymentOf(paid, { amount_cents: 69000 }));
    return { paid, session, id: await readDecision('mismatch', paid.orderId) };
  };

  test('when staff refund a payment of a wrong amount, the order is closed and its spot is released', async () => {
    const { paid, session, id } = await mismatch();
    expect(await decide(id, 'refund')).toEqual({ resolved: true });
    expect(await afterSale.readRefunds(db, paid.orderId)).toEqual([
      { line: null, cents: 69000, reason: 'mismatch', status: 'requested' },
    ]);
    expect(await shop.countSpotsTaken(db, session)).toBe(0);
    expect(await refusal(decide(id, 'accepted'))).toMatchObject({ code: 'choice_made' });
  });

  test('when staff keep a payment of a wrong amount, it pays for the order', async () => {
    const { paid, session, id } = await mismatch();
    const { won, lost } = await atOnce(db, { table: 'orders', id: paid.orderId }, [
      () => decide(id, 'accepted'),
      () => decide(id, 'accepted'),
    ]);
    expect([won, lost]).toEqual([[{ resolved: true, result: 'confirmed' }], ['choice_made']]);
    expect(await shop.countSpotsTaken(db, session)).toBe(1);
    const bought = await afterSale.readBought(db, paid.orderId);
    expect((await afterSale.viewOrder(db, bought)).lines[0]?.status).toBe('placed');
    expect(await refusal(refundAsStaff(db, admin, { order: paid.orderId }, 69001))).toMatchObject({
      code: 'refund_too_much',
      detail: '69000',
    });
  });

  test('staff cannot keep it when the order no longer has family details', async () => {
    const { paid, id } = await mismatch();
    await db.sql`update public.orders set consents_at = null where id = ${paid.orderId}`;
    expect(await refusal(decide(id, 'accepted'))).toMatchObject({ code: 'order_closed' });
    await decide(id, 'refund');
  });

  test('when staff refund a second payment, the booking stays', async () => {
    const session = await free();
    const paid = await shop.openCheckout(db, session, shop.term);
    await shop.confirmPayment(db, shop.paymentOf(paid));
    await shop.confirmPayment(db, shop.paymentOf(paid));
    await decide(await readDecision('duplicate_payment', paid.orderId), 'refund');
    const [row] = await db.sql`
      select r.amount_cents, p.result from public.refunds r join public.payments p on p.id = r.payment_id
      where r.order_id = ${paid.orderId}`;
    expect(row).toEqual({ amount_cents: 69700, result: 'duplicate_payment' });
    expect(await shop.countSpotsTaken(db, session)).toBe(1);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('staff can refund or keep a payment that belongs to no order', async () => {
    const paid = await shop.openCheckout(db, await free(), shop.term);
    const unknown = () =>
      shop.confirmPayment(
        db,
        shop.paymentOf(paid, { order_id: null, session_id: `cs_${crypto.randomUUID()}` }),
      );
    await unknown();
    await decide(await readDecision('unknown_order'), 'refund');
    await unknown();
    expect(await decide(await readDecision('unknown_order'), 'accepted')).toEqual({
      resolved: true,
      gives: 'nothing',
    });
    const [row] = await db.sql`select count(*) as n from public.refunds where reason = 'unknown_order'`;
    expect(row).toEqual({ n: 1 });
  });

  test('only admins decide, and only about charges that wait for a decision', async () => {
    const { id } = await mismatch();
    expect(await refusal(decide(id, 'refund', coach))).toMatchObject({ code: 'not_allowed' });
    expect(await refusal(decide(id, 'moved'))).toMatchObject({
      code: 'invalid_input',
      field: 'p_resolution',
    });
    expect(await refusal(decide(crypto.randomUUID(), 'accepted'))).toMatchObject({
      code: 'decision_not_found',
      status: 404,
    });
    const soldOut = await afterSale.makeSession(db, afterSale.dateIn(9), 1);
    const lateOrder = await afterSale.buy(db, [passLine(soldOut)], {
      isLate: true,
      beforePayment: () => shop.hold(db, soldOut),
    });
    expect(await refusal(decide(await readDecision('paid_late', lateOrder.orderId), 'refund'))).toMatchObject(
      {
        code: 'invalid_input',
        field: 'p_decision_id',
      },
    );
  });
});
