/** Reports Stripe's payouts and their transactions, as the webhook does. */
import { randomUUID } from 'node:crypto';
import type { TestDatabase } from './database.ts';
import { rpc, service } from './sql.ts';

let lastCheck = Date.now();
/** Returns the webhook's report of a payout. */
export const makePayoutReport = (more: object = {}) => ({
  payout_id: `po_${randomUUID()}`,
  amount_cents: 9610,
  currency: 'sgd',
  status: 'paid',
  is_automatic: true,
  made_at: '2026-03-02T00:00:00.000Z',
  arrives_at: '2026-03-04T00:00:00.000Z',
  failure_code: null,
  failure_transaction: null,
  is_listable: true,
  checked_at: new Date((lastCheck += 1000)).toISOString(),
  ...more,
});
export const makeTransaction = (amount: number, fee: number, more: object = {}) => ({
  transaction_id: `txn_${randomUUID()}`,
  type: 'charge',
  category: 'charge',
  amount_cents: amount,
  fee_cents: fee,
  net_cents: amount - fee,
  currency: 'sgd',
  source: `ch_${randomUUID()}`,
  payment_intent: null as string | null,
  made_at: '2026-03-01T04:00:00.000Z',
  available_at: '2026-03-02T00:00:00.000Z',
  ...more,
});
export const createReporters = (db: () => TestDatabase) => ({
  report: (p_payout: object) => rpc<{ parts_due: boolean }>(db(), service, 'record_payout', { p_payout }),
  parts: (p_transactions: object[], p_payout: string | null = null, p_is_last = true) =>
    rpc<{ refused: { id: string; problem: string }[] }>(db(), service, 'record_balance_transactions', {
      p_transactions,
      p_payout,
      p_is_last,
    }),
});

export async function clearPayouts(db: TestDatabase): Promise<void> {
  await db.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`delete from public.balance_transactions`;
    await sql`delete from public.payouts`;
    await sql`delete from public.sweeps`;
  });
}
