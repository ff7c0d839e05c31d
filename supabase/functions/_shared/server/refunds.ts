import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Db } from './db.ts';
import type { Deps } from './deps.ts';
import { logFault, logNotice } from './log.ts';
import { idOf, isAway, isDisputed, isRefusedByStripe, lacksBalance } from './payments.ts';
import { intentOfInvoice } from './renewals.ts';
import { confirmSession } from './session.ts';

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
  /** How often Stripe refused it for want of balance. */
  refusals: v.number(),
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
      const status = await noteRefund({ db, stripe }, await askStripe(stripe, refund), refund.id);
      count[status === 'failed' ? 'failed' : status === 'pending' ? 'waiting' : 'sent'] += 1;
    } catch (error) {
      logFault(`refund ${refund.id}`, error);
      const status = await settleRefusal({ db, stripe }, refund, error);
      count[status === 'failed' ? 'failed' : 'waiting'] += 1;
      // The others are leased for a moment and come again.
      if (isAway(error)) break;
    }
  }
  return count;
}

/**
 * Stripe did not make it. For want of balance it waits, and staff see it; disputed, the news of it are on their way.
 * Refused in another way, the charge may have gone back by another hand: its refunds are read again before anybody is
 * told to pay it otherwise, and where one of them is this one, it has not failed.
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

/** Reads all refunds of its charge. False when Stripe does not say: then it is asked again later. */
async function isRead(deps: Pick<Deps, 'db' | 'stripe'>, refund: Claimed): Promise<boolean> {
  try {
    await noteRefundsOf(deps, { payment_intent: await intentFor(deps.stripe, refund) });
    return true;
  } catch (error) {
    logFault(`refunds beside ${refund.id}`, error);
    // A charge that Stripe does not know has none.
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
    // Stripe repeats a refusal under the same key for a day.
    { idempotencyKey: refusals === 0 ? id : `${id}:${refusals}` },
  );
}

const intentFor = async (stripe: Stripe, refund: Claimed): Promise<string> =>
  refund.payment_intent ?? (await findIntent(stripe, refund));

/** Of a charge that no report has named yet. */
async function findIntent(stripe: Stripe, { session_id, invoice_id }: Claimed): Promise<string> {
  const session = session_id === null ? null : await stripe.checkout.sessions.retrieve(session_id);
  const invoice = invoice_id ?? idOf(session?.invoice);
  const intent =
    idOf(session?.payment_intent) ?? (invoice === null ? null : await intentOfInvoice(stripe, invoice));
  if (intent === null) throw new Error(`${session_id ?? invoice_id} has no intent to refund`);
  return intent;
}

/**
 * Writes down what Stripe says of a refund: one of ours by the id that it carries, any other as made on Stripe's own
 * pages. `other`: its charge is none of ours.
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

/** Another system may use the same account, and name its refunds as it likes. */
function ourId({ metadata }: Stripe.Refund): string | null {
  const id = metadata?.[ID] ?? '';
  return v.is(v.pipe(v.string(), v.uuid()), id) ? id : null;
}

/** Made on Stripe's own pages. False for a charge of others; one that was not heard of yet is asked for first. */
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
  const paid = data.filter(({ payment_status }) => payment_status === 'paid');
  for (const session of paid) await confirmSession({ db, stripe }, session);
  if (paid.length > 0 && (await record())) return true;
  logNotice(`refund ${refund.id} is of a charge that is none of ours`);
  return false;
}

/** A charge of which something went back: asks for its refunds, the event does not name them. */
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
