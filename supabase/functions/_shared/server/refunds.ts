import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Db } from './db.ts';
import type { Deps } from './deps.ts';
import { logFault, logNotice } from './log.ts';
import { idOf, isAway, isDisputed, isRefusedByStripe } from './payments.ts';
import { intentOfInvoice } from './renewals.ts';

const BATCH = 20;
/** What ties Stripe's refund to ours, beyond the day that Stripe remembers an idempotency key. */
const ID = 'refund_id';

const Claimed = v.object({
  id: v.string(),
  /** The names that are known of its charge; one at least. */
  payment_intent: v.nullable(v.string()),
  session_id: v.nullable(v.string()),
  invoice_id: v.nullable(v.string()),
  amount_cents: v.number(),
  attempt: v.number(),
  provider_refund_id: v.nullable(v.string()),
});
type Claimed = v.InferOutput<typeof Claimed>;
const Finished = v.object({ known: v.boolean(), changed: v.boolean() });

/**
 * Sends the refunds that SQL asked for, and asks after those of which Stripe has not said the end. A refund is leased
 * meanwhile and its id is the idempotency key: two workers at once, or a crash after sending, pay back once.
 */
export async function sendRefunds({
  db,
  stripe,
}: Pick<Deps, 'db' | 'stripe'>): Promise<{ sent: number; failed: number; waiting: number }> {
  const count = { sent: 0, failed: 0, waiting: 0 };
  const claimed = v.parse(v.array(Claimed), (await db.rpc('claim_refunds', { p_limit: BATCH })) ?? []);
  for (const refund of claimed) {
    try {
      const status = await noteRefund(db, await askStripe(stripe, refund), refund.id);
      count[status === 'failed' ? 'failed' : status === 'pending' ? 'waiting' : 'sent'] += 1;
    } catch (error) {
      logFault(`refund ${refund.id}`, error);
      const words = error instanceof Error ? error.message : String(error);
      // Refused, such as a charge that went back by another hand: a person looks at it. Disputed: the news of it are on
      // their way, and it waits for the end.
      const status = isRefusedByStripe(error) && !isDisputed(error) ? 'failed' : null;
      await finish(db, refund.id, refund.provider_refund_id, status, words);
      count[status === 'failed' ? 'failed' : 'waiting'] += 1;
      // The others are leased for a moment and come again.
      if (isAway(error)) break;
    }
  }
  return count;
}

async function askStripe(stripe: Stripe, refund: Claimed): Promise<Stripe.Refund> {
  if (refund.provider_refund_id) return await stripe.refunds.retrieve(refund.provider_refund_id);
  const { amount_cents: amount, id } = refund;
  const payment_intent = refund.payment_intent ?? (await intentOf(stripe, refund));
  if (refund.attempt > 1) {
    for await (const sent of stripe.refunds.list({ payment_intent, limit: 100 })) {
      if (sent.metadata?.[ID] === id) return sent;
    }
  }
  return await stripe.refunds.create(
    { payment_intent, amount, metadata: { [ID]: id } },
    { idempotencyKey: id },
  );
}

/** Of a charge that no report has named yet. */
async function intentOf(stripe: Stripe, { session_id, invoice_id }: Claimed): Promise<string> {
  const session = session_id === null ? null : await stripe.checkout.sessions.retrieve(session_id);
  const invoice = invoice_id ?? idOf(session?.invoice);
  const intent =
    idOf(session?.payment_intent) ?? (invoice === null ? null : await intentOfInvoice(stripe, invoice));
  if (intent === null) throw new Error(`${session_id ?? invoice_id} has no intent to refund`);
  return intent;
}

/** Writes down what Stripe says of a refund. `other`: its charge is none of ours, or had nothing left to give back. */
export async function noteRefund(
  db: Db,
  refund: Stripe.Refund,
  id: string | null = refund.metadata?.[ID] ?? null,
): Promise<'pending' | 'succeeded' | 'failed' | 'other'> {
  const status =
    refund.status === 'succeeded'
      ? 'succeeded'
      : refund.status === 'failed' || refund.status === 'canceled'
        ? 'failed'
        : 'pending';
  const known = await finish(db, id, refund.id, status, refund.failure_reason ?? null);
  if (known || (id === null && (await noteElsewhere(db, refund, status)))) return status;
  logNotice(`refund ${refund.id} was not asked for here: a person has to look at it`);
  return 'other';
}

/** Made by hand at Stripe: written down, so that no more goes back than was charged. False for a charge of others. */
async function noteElsewhere(db: Db, refund: Stripe.Refund, status: string): Promise<boolean> {
  const { amount: amount_cents, id: refund_id } = refund;
  const payment_intent = idOf(refund.payment_intent);
  if (payment_intent === null) return false;
  const answer = await db.rpc('record_refund_elsewhere', {
    p_refund: { refund_id, payment_intent, amount_cents, status },
  });
  return v.parse(Finished, answer).known;
}

/** A charge of which something went back: asks for its refunds, the event does not name them. */
export async function noteRefundsOf(
  { db, stripe }: Pick<Deps, 'db' | 'stripe'>,
  charge: Stripe.Charge,
): Promise<void> {
  for await (const refund of stripe.refunds.list({ charge: charge.id, limit: 100 }))
    await noteRefund(db, refund);
}

async function finish(
  db: Db,
  id: string | null,
  providerId: string | null,
  status: string | null,
  error: string | null,
): Promise<boolean> {
  const answer = await db.rpc('finish_refund', {
    p_id: id,
    p_provider_id: providerId,
    p_status: status,
    p_error: error,
  });
  return v.parse(Finished, answer).known;
}
