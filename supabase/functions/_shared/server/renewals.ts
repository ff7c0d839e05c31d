import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Deps } from './deps.ts';
import { idOf, isRefusedByStripe } from './payments.ts';

type Needs = Pick<Deps, 'db' | 'stripe'>;

const StartedRenewal = v.object({ result: v.picklist(['started', 'known', 'later', 'unwanted']) });

/** The statuses of subscriptions that Stripe will not charge again. */
export const endedStatuses = ['canceled', 'unpaid', 'incomplete_expired'];
export const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

/**
 * Returns the PaymentIntent that paid the invoice, or null if no attempt succeeded. Failed attempts have
 * PaymentIntents as well.
 */
export async function intentOfInvoice(stripe: Stripe, invoiceId: string): Promise<string | null> {
  return intentOf(await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }));
}

export function intentOf({ payments }: Stripe.Invoice): string | null {
  const paid = payments?.data.find(({ status }) => status === 'paid');
  return idOf(paid?.payment.payment_intent ?? null);
}

/**
 * Starts a renewal. If there is nothing to renew, because the order was paid twice or has been cancelled, the
 * subscription is ended before its next charge.
 */
export async function beginRenewal(
  { db, stripe }: Needs,
  subscriptionId: string,
  { orderId, invoice }: { orderId: string; invoice: string | null },
): Promise<v.InferOutput<typeof StartedRenewal>['result']> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  const answer = await db.rpc('begin_renewal', {
    p_event: {
      order_id: orderId,
      subscription_id: subscriptionId,
      current_period_end: iso(periodEndOf(subscription)),
      invoice_id: invoice,
    },
  });
  const { result } = v.parse(StartedRenewal, answer);
  if (result === 'unwanted') await cancelAtStripe(stripe, subscriptionId);
  if (result === 'started' && endedStatuses.includes(subscription.status))
    await endRenewal({ db, stripe }, subscription);
  return result;
}

function periodEndOf(subscription: Stripe.Subscription): number {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`${subscription.id} has no item`);
  return item.current_period_end;
}

export async function cancelAtStripe(stripe: Stripe, subscriptionId: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(subscriptionId);
  } catch (error) {
    if (!isRefusedByStripe(error)) throw error;
  }
}

export async function endRenewal({ db, stripe }: Needs, subscription: Stripe.Subscription): Promise<void> {
  // Some accounts leave a subscription unpaid after the last attempt, and it would continue to bill.
  if (subscription.status === 'unpaid') await cancelAtStripe(stripe, subscription.id);
  await db.rpc('end_subscription', { p_subscription_id: subscription.id });
}
