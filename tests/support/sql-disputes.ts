/** Reports disputes of charges, as the webhook does, and reads what they led to. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Caller, type TestDatabase } from './database.ts';
import * as afterSale from './sql-after-sale.ts';
import * as shop from './sql-selling.ts';
import { rpc, service } from './sql.ts';

export const buyPass = async (db: TestDatabase) =>
  afterSale.buy(db, [
    { offer_id: shop.term.id, session_id: await afterSale.makeSession(db, afterSale.dateIn(20)) },
  ]);
export const readIntent = async (db: TestDatabase, { orderId }: { orderId: string }): Promise<string> => {
  const [row] = await db.sql<[{ intent: string }]>`
    select payment_intent as intent from public.payments where order_id = ${orderId}`;
  return row.intent;
};

/** Records a second charge of an order and returns its payment intent. */
export async function chargeAgain(db: TestDatabase, { orderId }: afterSale.BoughtOrder): Promise<string> {
  const payment_intent = `pi_${randomUUID()}`;
  const session_id = `cs_${randomUUID()}`;
  const event = { event_id: `evt_${randomUUID()}`, event_type: 'check_payment', order_id: orderId };
  const charge = { ...event, payment_intent, session_id, amount_cents: 69_700, currency: 'sgd' };
  expect(await shop.confirmPayment(db, charge)).toMatchObject({ result: 'duplicate_payment' });
  return payment_intent;
}

interface DisputeReport {
  dispute_id: string;
  payment_intent: string;
  [key: string]: unknown;
}
let checkedAt = Date.now();
export const disputeReport = (payment_intent: string, more: object = {}): DisputeReport => ({
  dispute_id: `dp_${randomUUID()}`,
  payment_intent,
  amount_cents: 69_700,
  currency: 'sgd',
  reason: 'fraudulent',
  status: 'needs_response',
  outcome: null,
  withdrawn_cents: 69_700,
  answer_by: '2090-01-01T00:00:00Z',
  checked_at: new Date((checkedAt += 1000)).toISOString(),
  ...more,
});
/** The fields that `laterReport` changes when the bank decides a dispute. */
export const lostOutcome = { status: 'lost', outcome: 'lost' };
export const wonOutcome = { status: 'won', outcome: 'won', withdrawn_cents: 0 };
export const reportDispute = (db: TestDatabase, p_dispute: object) =>
  rpc<{ known: boolean; changed: boolean }>(db, service, 'record_dispute', { p_dispute });
export const laterReport = (before: DisputeReport, more: object): DisputeReport => ({
  ...before,
  checked_at: new Date((checkedAt += 1000)).toISOString(),
  ...more,
});

export async function buyAndDispute(db: TestDatabase) {
  const bought = await buyPass(db);
  const dispute = disputeReport(await readIntent(db, bought));
  expect(await reportDispute(db, dispute)).toEqual({ known: true, changed: true });
  return { bought, dispute };
}
export const readDecision = async (db: TestDatabase, orderId: string) =>
  (
    await db.sql<{ id: string; status: string; resolution: string | null }[]>`
      select id, status, resolution from public.payment_decisions
      where order_id = ${orderId} and kind = 'disputed'`
  )[0];
export const resolveDispute = async (
  db: TestDatabase,
  admin: Caller,
  orderId: string,
  p_resolution: string,
) =>
  rpc(db, admin, 'resolve_decision', {
    p_decision_id: (await readDecision(db, orderId))?.id ?? '',
    p_resolution,
  });
export const countClaimedRefunds = async (db: TestDatabase, orderId: string) => {
  await db.sql`update public.refunds set leased_until = null where status = 'requested'`;
  const all = await rpc<{ id: string }[]>(db, service, 'claim_refunds', { p_limit: 100 });
  const ownRefunds = await db.sql<
    { id: string }[]
  >`select id from public.refunds where order_id = ${orderId}`;
  return all.filter(({ id }) => ownRefunds.some((refund) => refund.id === id)).length;
};
export const findDiscrepancies = async (db: TestDatabase, admin: Caller, rule: string) =>
  (
    await db.as(
      admin,
      (sql) => sql<{ subject: string }[]>`select subject from public.reconcile_books() where rule = ${rule}`,
    )
  ).map(({ subject }) => subject);
