import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Deps } from './deps.ts';
import { idOf } from './payments.ts';
import { iso } from './renewals.ts';

type Needs = Pick<Deps, 'db' | 'stripe'>;

const PAGE = 100;

const Recorded = v.object({ parts_due: v.boolean() });
const Refused = v.object({ refused: v.array(v.object({ id: v.string(), problem: v.string() })) });

interface SavedPage {
  checked: { subject: string; problem: string | null }[];
  next: string | null;
}

export async function recordPayout({ db }: Needs, payout: Stripe.Payout, checkedAt: Date): Promise<boolean> {
  const answer = await db.rpc('record_payout', {
    p_payout: {
      payout_id: payout.id,
      amount_cents: payout.amount,
      currency: payout.currency,
      status: payout.status,
      is_automatic: payout.automatic,
      made_at: iso(payout.created),
      arrives_at: iso(payout.arrival_date),
      failure_code: payout.failure_code,
      failure_transaction: idOf(payout.failure_balance_transaction),
      is_listable: payout.reconciliation_status === 'completed',
      checked_at: checkedAt.toISOString(),
    },
  });
  return v.parse(Recorded, answer).parts_due;
}

export async function saveTransactions(
  { db, stripe }: Needs,
  of: { payout: string } | { since: number },
  after: string | null,
): Promise<SavedPage> {
  const { data, has_more } = await stripe.balanceTransactions.list({
    ...('payout' in of ? of : { created: { gte: of.since } }),
    limit: PAGE,
    expand: ['data.source'],
    ...(after !== null && { starting_after: after }),
  });
  const answer = await db.rpc('record_balance_transactions', {
    p_transactions: data.map(rowOf),
    p_payout: 'payout' in of ? of.payout : null,
    p_is_last: !has_more,
  });
  const problems = new Map(v.parse(Refused, answer).refused.map(({ id, problem }) => [id, problem]));
  return {
    checked: data.map(({ id }) => ({ subject: id, problem: problems.get(id) ?? null })),
    next: has_more ? (data.at(-1)?.id ?? null) : null,
  };
}

function rowOf(transaction: Stripe.BalanceTransaction) {
  const { source } = transaction;
  return {
    transaction_id: transaction.id,
    type: transaction.type,
    category: transaction.reporting_category,
    amount_cents: transaction.amount,
    fee_cents: transaction.fee,
    net_cents: transaction.net,
    currency: transaction.currency,
    source: idOf(source),
    payment_intent: typeof source === 'string' ? null : intentOf(source),
    made_at: iso(transaction.created),
    available_at: iso(transaction.available_on),
  };
}

/** Returns the payment of a charge, refund or dispute. Other sources have none. */
function intentOf(source: Stripe.BalanceTransactionSource | null): string | null {
  return source && 'payment_intent' in source ? idOf(source.payment_intent) : null;
}

/**
 * Reads the payout again, because events come out of order. The sweep (error-monitor/sweep-payouts.ts) reads the
 * remaining pages.
 */
export async function notePayout(deps: Needs, payoutId: string): Promise<string> {
  const checkedAt = new Date();
  const payout = await deps.stripe.payouts.retrieve(payoutId);
  if (!(await recordPayout(deps, payout, checkedAt))) return `payout_${payout.status}`;
  let after: string | null = null;
  for (let pages = 0; pages < 5; pages += 1) {
    const { next }: SavedPage = await saveTransactions(deps, { payout: payoutId }, after);
    if (next === null) break;
    after = next;
  }
  return `payout_${payout.status}`;
}
