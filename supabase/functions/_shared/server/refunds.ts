import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Db } from './db.ts';
import type { Deps } from './deps.ts';
import { logFault, logNotice } from './log.ts';
import { idOf, isUnreachable, isDisputed, isRefusedByStripe, lacksBalance } from './payments.ts';
import { intentOfInvoice } from './renewals.ts';
import { confirmSession } from './session.ts';
import { isTrial } from './trial.ts';

const BATCH = 20;
/**
 * The key of the metadata that links Stripe's refund to ours. Stripe saves an idempotency key for only a day, and this
 * key for ever.
 */
const ID = 'refund_id';

/** A refund that this run has claimed, so that no other run sends it. */
const Claimed = v.object({
  id: v.string(),
  payment_intent: v.nullable(v.string()),
  session_id: v.nullable(v.string()),
  invoice_id: v.nullable(v.string()),
  amount_cents: v.number(),
  attempt: v.number(),
  refusals: v.number(),
  provider_refund_id: v.nullable(v.string()),
});
type Claimed = v.InferOutput<typeof Claimed>;
const Finished = v.object({ known: v.boolean(), changed: v.boolean() });

/**
 * Sends waiting refunds. The refund's id is the idempotency key. So a refund is made once, even if two workers run at
 * the same time or one crashes after sending.
 */
export async function sendRefunds({
  db,
  stripe,
}: Pick<Deps, 'db' | 'stripe'>): Promise<{ sent: number; failed: number; waiting: number }> {
  const count = { sent: 0, failed: 0, waiting: 0 };
  const claimed = v.parse(v.array(Claimed), (await db.rpc('claim_refunds', { p_limit: BATCH })) ?? []);
  for (const refund of claimed) {
    try {
      const status = await noteRefund({ db, stripe }, await askStripe(stripe, refund), refund.id);
      count[status === 'failed' ? 'failed' : status === 'pending' ? 'waiting' : 'sent'] += 1;
    } catch (error) {
      logFault(`refund ${refund.id}`, error);
      const status = await settleRefusal({ db, stripe }, refund, error);
      count[status === 'failed' ? 'failed' : 'waiting'] += 1;
      // The other refunds are leased for only a short time, so that a later run tries them again.
      if (isUnreachable(error)) break;
    }
  }
  return count;
}

/**
 * Decides what to do about a refused refund. The charge may have been refunded in another way, so its refunds are read
 * before staff are asked to pay by hand.
 */
async function settleRefusal(
  deps: Pick<Deps, 'db' | 'stripe'>,
  refund: Claimed,
  error: unknown,
): Promise<'failed' | 'refused' | null> {
  const isFinal = isRefusedByStripe(error) && !isDisputed(error);
  const status = lacksBalance(error) ? 'refused' : isFinal && (await isRead(deps, refund)) ? 'failed' : null;
  const message = error instanceof Error ? error.message : String(error);
  const { changed } = await finish(deps.db, refund.id, refund.provider_refund_id, status, message);
  return status === 'failed' && !changed ? null : status;
}

/** Records the refunds of the same charge. Returns whether they could be read. */
async function isRead(deps: Pick<Deps, 'db' | 'stripe'>, refund: Claimed): Promise<boolean> {
  try {
    await noteRefundsOf(deps, { payment_intent: await intentFor(deps.stripe, refund) });
    return true;
  } catch (error) {
    logFault(`refunds beside ${refund.id}`, error);
    // A charge that Stripe does not know has no refunds.
    return isRefusedByStripe(error);
  }
}

async function askStripe(stripe: Stripe, refund: Claimed): Promise<Stripe.Refund> {
  if (refund.provider_refund_id) return await stripe.refunds.retrieve(refund.provider_refund_id);
  const { amount_cents: amount, id, refusals } = refund;
  const payment_intent = await intentFor(stripe, refund);
  if (refund.attempt > 1) {
    for await (const sent of stripe.refunds.list({ payment_intent, limit: 100 })) {
      if (sent.metadata?.[ID] === id) return sent;
    }
  }
  return await stripe.refunds.create(
    { payment_intent, amount, metadata: { [ID]: id } },
    // Stripe repeats its refusal under the same key for a day, so another attempt needs another key.
    { idempotencyKey: refusals === 0 ? id : `${id}:${refusals}` },
  );
}

const intentFor = async (stripe: Stripe, refund: Claimed): Promise<string> =>
  refund.payment_intent ?? (await findIntent(stripe, refund));

async function findIntent(stripe: Stripe, { session_id, invoice_id }: Claimed): Promise<string> {
  const session = session_id === null ? null : await stripe.checkout.sessions.retrieve(session_id);
  const invoice = invoice_id ?? idOf(session?.invoice);
  const intent =
    idOf(session?.payment_intent) ?? (invoice === null ? null : await intentOfInvoice(stripe, invoice));
  if (intent === null) throw new Error(`${session_id ?? invoice_id} has no intent to refund`);
  return intent;
}

/**
 * Records a refund that Stripe reports. If it is not ours, somebody made it in Stripe's dashboard. Returns `other` if
 * its charge is not ours either.
 */
export async function noteRefund(
  deps: Pick<Deps, 'db' | 'stripe'>,
  refund: Stripe.Refund,
  id: string | null = ourId(refund),
): Promise<'pending' | 'succeeded' | 'failed' | 'other'> {
  const status =
    refund.status === 'succeeded'
      ? 'succeeded'
      : refund.status === 'failed' || refund.status === 'canceled'
        ? 'failed'
        : 'pending';
  const { known } = await finish(deps.db, id, refund.id, status, refund.failure_reason ?? null);
  return known || (await noteExternalRefund(deps, refund, status)) ? status : 'other';
}

/** Returns our id of a refund, if it has one. Another system may use the same Stripe account with its own ids. */
function ourId({ metadata }: Stripe.Refund): string | null {
  const id = metadata?.[ID] ?? '';
  return v.is(v.pipe(v.string(), v.uuid()), id) ? id : null;
}

/** Records a refund that was made in Stripe's dashboard. Returns false if its charge is not ours. */
async function noteExternalRefund(
  { db, stripe }: Pick<Deps, 'db' | 'stripe'>,
  refund: Stripe.Refund,
  status: string,
): Promise<boolean> {
  const { amount: amount_cents, id: refund_id } = refund;
  const payment_intent = idOf(refund.payment_intent);
  if (payment_intent === null) return false;
  const p_refund = { refund_id, payment_intent, amount_cents, status };
  const record = async () => v.parse(Finished, await db.rpc('record_external_refund', { p_refund })).known;
  if (await record()) return true;
  const { data } = await stripe.checkout.sessions.list({ payment_intent });
  if (data.some(isTrial)) return true;
  const paid = data.filter(({ payment_status }) => payment_status === 'paid');
  for (const session of paid) await confirmSession({ db, stripe }, session);
  if (paid.length > 0 && (await record())) return true;
  logNotice(`refund ${refund.id} is of a charge that is none of ours`);
  return false;
}

/** Reads the refunds of a refunded charge, because the event does not contain them. */
export async function noteRefundsOf(
  deps: Pick<Deps, 'db' | 'stripe'>,
  of: { charge: string } | { payment_intent: string },
): Promise<void> {
  for await (const refund of deps.stripe.refunds.list({ ...of, limit: 100 })) await noteRefund(deps, refund);
}

async function finish(
  db: Db,
  id: string | null,
  providerId: string | null,
  status: string | null,
  error: string | null,
): Promise<v.InferOutput<typeof Finished>> {
  const answer = await db.rpc('finish_refund', {
    p_id: id,
    p_provider_id: providerId,
    p_status: status,
    p_error: error,
  });
  return v.parse(Finished, answer);
}
