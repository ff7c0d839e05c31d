import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Deps } from './deps.ts';
import { logNotice } from './log.ts';
import { idOf } from './payments.ts';
import { RefusalError } from './refusal.ts';
import { beginRenewal, endRenewal, intentOf, iso, endedStatuses } from './renewals.ts';
import { confirmSession } from './session.ts';

type Needs = Pick<Deps, 'db' | 'stripe'>;

const Renewed = v.object({
  result: v.picklist(['confirmed', 'already_confirmed', 'first_payment', 'mismatch', 'unknown_order']),
});
const Status = v.object({ status: v.string() });

/** Reads Stripe's current state, because events come out of order. */
export async function syncSubscription(deps: Needs, subscriptionId: string): Promise<string> {
  const subscription = await deps.stripe.subscriptions.retrieve(subscriptionId);
  const orderId = subscription.metadata['order_id'];
  if (!orderId) return 'not_ours';
  const outcome = await beginRenewal(deps, subscriptionId, { orderId, invoice: null });
  if (outcome === 'later' || outcome === 'unwanted') return outcome;
  if (endedStatuses.includes(subscription.status)) {
    await endRenewal(deps, subscription);
    return 'ended';
  }
  const answer = await deps.db.rpc('cancel_at_period_end', {
    p_subscription_id: subscriptionId,
    p_cancel: subscription.cancel_at_period_end || subscription.cancel_at !== null,
  });
  return v.parse(Status, answer).status;
}

interface Bill {
  subscription: string;
  orderId: string | null;
  from: number;
  until: number;
}

function billOf(invoice: Stripe.Invoice): Bill | null {
  const subscriptionDetails = invoice.parent?.subscription_details;
  const line = invoice.lines.data.find(({ parent }) => parent?.subscription_item_details);
  const subscription = idOf(subscriptionDetails?.subscription ?? null);
  // The first invoice is the order's own payment, which the session reports.
  if (!subscription || !line || invoice.billing_reason === 'subscription_create') return null;
  const orderId = subscriptionDetails?.metadata?.['order_id'] ?? null;
  return { subscription, orderId, from: line.period.start, until: line.period.end };
}

/** Starts the subscription if the event of its start was lost, before the following events are saved. */
async function makeUpFor(deps: Needs, { subscription, orderId }: Bill): Promise<void> {
  if (!orderId) return;
  if ((await beginRenewal(deps, subscription, { orderId, invoice: null })) !== 'later') return;
  const { data } = await deps.stripe.checkout.sessions.list({ subscription });
  for (const session of data) if (session.payment_status === 'paid') await confirmSession(deps, session);
}

export async function noteRenewal(
  deps: Needs,
  invoiceId: string,
  event: { id: string; type: string } = { id: `check:${invoiceId}`, type: 'check_payment' },
): Promise<string> {
  const invoice = await deps.stripe.invoices.retrieve(invoiceId, { expand: ['payments'] });
  const bill = billOf(invoice);
  if (!bill) return 'first_payment';
  await makeUpFor(deps, bill);
  const answer = await deps.db.rpc('record_renewal', {
    p_event: {
      event_id: event.id,
      event_type: event.type,
      subscription_id: bill.subscription,
      invoice_id: invoice.id,
      payment_intent: intentOf(invoice),
      amount_cents: invoice.amount_paid,
      currency: invoice.currency,
      period_start: iso(bill.from),
      period_end: iso(bill.until),
      billing_reason: invoice.billing_reason,
    },
  });
  const { result } = v.parse(Renewed, answer);
  if (result === 'mismatch' || result === 'unknown_order') {
    logNotice(`renewal ${invoice.id} needs a person: ${result}`);
  }
  return result;
}

/**
 * Reads the invoice from Stripe, because the event may be old and in another format. An invoice that has been paid
 * since then is not a failure.
 */
export async function noteRenewalFailure(deps: Needs, invoiceId: string): Promise<string> {
  const invoice = await deps.stripe.invoices.retrieve(invoiceId);
  if (invoice.status === 'paid') return await noteRenewal(deps, invoiceId);
  if (!invoice.attempted) return 'not_tried_yet';
  const bill = billOf(invoice);
  if (!bill) return 'first_payment';
  await makeUpFor(deps, bill);
  try {
    const answer = await deps.db.rpc('record_renewal_failure', {
      p_event: {
        subscription_id: bill.subscription,
        invoice_id: invoice.id,
        attempt: Math.max(1, invoice.attempt_count),
        next_attempt_at: invoice.next_payment_attempt === null ? null : iso(invoice.next_payment_attempt),
      },
    });
    return v.parse(Status, answer).status;
  } catch (error) {
    if (!(error instanceof RefusalError) || error.refusal.code !== 'subscription_not_found') throw error;
    return 'not_ours';
  }
}
