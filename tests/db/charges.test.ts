import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as renewals from '#support/sql-renewals.ts';
import * as shop from '#support/sql-selling.ts';
import { rpc, service } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
});
afterAll(() => db.drop());

const checkOut = async () => shop.openCheckout(db, await shop.makeSession(db, { capacity: 3 }), shop.term);
const chargesOf = (orderId: string) => db.sql`
  select payment_intent, session_id, result from public.payments where order_id = ${orderId} order by created_at`;
const readDecisions = async (orderId: string) =>
  (await db.sql`select kind from public.payment_decisions where order_id = ${orderId}`).map(
    ({ kind }) => kind as string,
  );

describe('one charge that is reported under several ids', () => {
  const session = (paid: shop.Checkout, intent: string | null, more: Partial<shop.Payment> = {}) =>
    shop.paymentOf(paid, { payment_intent: intent, ...more });
  const nobody = { session_id: null as unknown as string };

  test.each<[string, (paid: shop.Checkout, pi: string) => shop.Payment[]]>([
    ['by its session, then with its intent', (p, pi) => [session(p, null), session(p, pi)]],
    ['with its intent, then by its session', (p, pi) => [session(p, pi), session(p, null)]],
    ['by its session, then by its intent', (p, pi) => [session(p, null), session(p, pi, nobody)]],
    ['by its intent, then by its session', (p, pi) => [session(p, pi, nobody), session(p, null)]],
    ['by its intent, then with its session', (p, pi) => [session(p, pi, nobody), session(p, pi)]],
    ['three times', (p, pi) => [session(p, null), session(p, pi, nobody), session(p, pi)]],
  ])('%s: the reports make one charge', async (_, reports) => {
    const paid = await checkOut();
    const intent = `pi_${randomUUID()}`;
    const [first, ...others] = reports(paid, intent);
    if (!first) throw new Error('no report');
    expect(await shop.confirmPayment(db, first)).toMatchObject({ result: 'confirmed' });
    for (const report of others)
      expect(await shop.confirmPayment(db, report)).toMatchObject({ result: 'already_confirmed' });
    expect([...(await chargesOf(paid.orderId))]).toEqual([
      { payment_intent: intent, session_id: paid.sessionId, result: 'confirmed' },
    ]);
    expect(await readDecisions(paid.orderId)).toEqual([]);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('reports at the same time and in any order make one charge, even for an unknown order', async () => {
    const [paid, strange] = [await checkOut(), await checkOut()];
    const unknown = { order_id: null, session_id: `cs_${randomUUID()}` };
    for (const [order, more] of [
      [paid, {}],
      [strange, unknown],
    ] as const) {
      const intent = `pi_${randomUUID()}`;
      const reports = [null, intent, null, intent, intent, null].map((name) => session(order, name, more));
      const answers = await Promise.all(reports.map((report) => shop.confirmPayment(db, report)));
      expect(new Set(answers.map(({ result }) => result.replace('already_', ''))).size).toBe(1);
      const [row] = await db.sql`select count(*) as n from public.payments where payment_intent = ${intent}
        or session_id = ${more === unknown ? unknown.session_id : order.sessionId}`;
      expect(row).toEqual({ n: 1 });
    }
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('control: without the unique constraints, the same reports make several charges', async () => {
    const otherDb = await createDatabase();
    try {
      await otherDb.sql`alter table public.payments drop constraint payments_session_id_key`;
      await otherDb.sql`alter table public.payments drop constraint payments_payment_intent_key`;
      await shop.publish(otherDb);
      const paid = await shop.openCheckout(otherDb, await shop.makeSession(otherDb), shop.term);
      const unknown = { order_id: null, session_id: `cs_${randomUUID()}` };
      const intent = `pi_${randomUUID()}`;
      await Promise.all(
        [null, intent, intent].map((name) => shop.confirmPayment(otherDb, session(paid, name, unknown))),
      );
      const [row] = await otherDb.sql<[{ n: number }]>`select count(*) as n from public.payments`;
      expect(row.n).toBeGreaterThan(1);
    } finally {
      await otherDb.drop();
    }
  });

  test('another payment intent is another charge, even if it is reported for the same session', async () => {
    const paid = await checkOut();
    await shop.confirmPayment(db, session(paid, 'pi_one'));
    const second = session(paid, 'pi_two');
    expect(await shop.confirmPayment(db, second)).toMatchObject({ result: 'duplicate_payment' });
    expect(await shop.confirmPayment(db, { ...second, event_id: 'evt_again' })).toMatchObject({
      result: 'duplicate_payment',
    });
    expect(await chargesOf(paid.orderId)).toHaveLength(2);
    expect(await readDecisions(paid.orderId)).toEqual(['duplicate_payment']);
  });

  test('a second session with its own payment intent is another charge', async () => {
    const paid = await checkOut();
    await shop.confirmPayment(db, session(paid, null));
    const other = session(paid, `pi_${randomUUID()}`, { session_id: `cs_${randomUUID()}` });
    expect(await shop.confirmPayment(db, other)).toMatchObject({ result: 'duplicate_payment' });
    expect(await readDecisions(paid.orderId)).toEqual(['duplicate_payment']);
  });

  test('a refund is linked to every known id of its charge', async () => {
    const paid = await checkOut();
    await shop.confirmPayment(db, session(paid, null));
    await rpc(db, service, 'refund_order', {
      p_order_id: paid.orderId,
      p_cents: 100,
      p_reason: 'goodwill',
    });
    const claimed = await rpc<object[]>(db, service, 'claim_refunds', { p_limit: 100 });
    expect(claimed).toContainEqual(
      expect.objectContaining({
        payment_intent: null,
        session_id: paid.sessionId,
        invoice_id: null,
        amount_cents: 100,
      }),
    );
  });

  test('a renewal that is reported by its invoice and then with its intent makes one charge too', async () => {
    const invoice = renewals.paidInvoice(`sub_${randomUUID()}`);
    const renew = (more: object) =>
      rpc(db, service, 'record_renewal', {
        p_event: { ...invoice, event_id: `evt_${randomUUID()}`, ...more },
      });
    expect(await renew({ payment_intent: null })).toEqual({ result: 'unknown_order' });
    expect(await renew({})).toEqual({ result: 'unknown_order' });
    const [row] = await db.sql`
      select array_agg(payment_intent) as intents from public.payments where invoice_id = ${invoice.invoice_id}`;
    expect(row).toEqual({ intents: [invoice.payment_intent] });
  });
});
