import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Deps } from './deps.ts';
import { logNotice } from './log.ts';
import { idOf } from './payments.ts';
import { iso } from './renewals.ts';
import { confirmSession } from './session.ts';

type Needs = Pick<Deps, 'db' | 'stripe'>;

const Recorded = v.object({ known: v.boolean(), changed: v.boolean() });

/**
 * Saves a dispute with its current state at Stripe, because events come out of order. Returns `unknown` if its charge
 * is not known yet.
 */
export async function noteDispute({ db, stripe }: Needs, disputeId: string): Promise<string> {
  const checked_at = new Date().toISOString();
  const dispute = await stripe.disputes.retrieve(disputeId);
  const payment_intent = await intentOfDispute(stripe, dispute);
  if (payment_intent === null) {
    logNotice(`dispute ${dispute.id} is of a charge without an intent: a person has to look at it`);
    return 'dispute_unknown';
  }
  const withdrawn = -dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0);
  const dueBy = dispute.evidence_details.due_by;
  const outcome = outcomeOf(dispute.status, withdrawn);
  const answer = await db.rpc('record_dispute', {
    p_dispute: {
      dispute_id: dispute.id,
      payment_intent,
      amount_cents: dispute.amount,
      currency: dispute.currency,
      reason: dispute.reason,
      status: dispute.status,
      outcome,
      withdrawn_cents: withdrawn,
      answer_by: dueBy === null ? null : iso(dueBy),
      checked_at,
    },
  });
  if (!v.parse(Recorded, answer).known) await makeUpFor({ db, stripe }, payment_intent);
  return `dispute_${outcome ?? 'open'}`;
}

function outcomeOf(status: string, withdrawn: number): 'won' | 'lost' | null {
  if (status === 'won' || status === 'lost') return status;
  // An inquiry ended without a dispute.
  if (status === 'warning_closed') return 'won';
  if (status === 'prevented') return withdrawn > 0 ? 'lost' : 'won';
  return null;
}

async function intentOfDispute(stripe: Stripe, { payment_intent, charge }: Stripe.Dispute) {
  const id = idOf(payment_intent);
  if (id !== null) return id;
  return idOf((await stripe.charges.retrieve(idOf(charge) ?? '')).payment_intent);
}

async function makeUpFor(deps: Needs, payment_intent: string): Promise<void> {
  const { data } = await deps.stripe.checkout.sessions.list({ payment_intent });
  for (const session of data) if (session.payment_status === 'paid') await confirmSession(deps, session);
}
