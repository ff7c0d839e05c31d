import type Stripe from 'stripe';
import type { Deps } from '../_shared/server/deps.ts';
import { countCall } from '../_shared/server/count-call.ts';
import { answer, readText } from '../_shared/server/http.ts';
import { lapseCheckout } from '../_shared/server/orders.ts';
import { drainOutbox } from '../_shared/server/outbox.ts';
import { verifiedEvent } from '../_shared/server/payments.ts';
import { noteDispute } from '../_shared/server/disputes.ts';
import { notePayout } from '../_shared/server/payouts.ts';
import { noteRefund, noteRefundsOf } from '../_shared/server/refunds.ts';
import { mustNotRefuse } from '../_shared/server/refusal.ts';
import { noteRenewal, noteRenewalFailure, syncSubscription } from '../_shared/server/renewal-news.ts';
import { confirmSession } from '../_shared/server/session.ts';
import { isSubscribed } from '../_shared/server/stripe-events.ts';

type Needs = Pick<Deps, 'db' | 'stripe' | 'mail' | 'env' | 'background'>;

const EVENT_LIMIT = 256 * 1024;

/**
 * Handles Stripe's events (README "One booking, end to end", step 4). After a 500, Stripe repeats the event. An event
 * that staff must check is answered with 200.
 */
export function handler(request: Request, deps: Needs): Promise<Response> {
  let happenedAt: Date | undefined;
  const response = answer(request, deps.env.SITE_URL, async () => {
    const rawBody = await readText(request, EVENT_LIMIT);
    const signature = request.headers.get('stripe-signature');
    const event = await verifiedEvent(deps.stripe, deps.env.STRIPE_WEBHOOK_SECRET, rawBody, signature);
    if (isSubscribed(event)) happenedAt = new Date(event.created * 1000);
    const result = await mustNotRefuse(handle(event, deps));
    // The event may have queued a mail.
    if (result !== 'ignored') deps.background(drainOutbox(deps));
    return { received: true, result };
  });
  return countCall('webhook', deps, request, response, () => happenedAt);
}

async function handle(event: Stripe.Event, deps: Needs): Promise<string> {
  if (!isSubscribed(event)) return 'ignored';
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = event.data.object;
      // With a slow payment method the money is promised but not received. A second event reports that it was paid.
      if (session.payment_status !== 'paid') return 'not_paid_yet';
      return (await confirmSession(deps, session, event)).result;
    }
    case 'checkout.session.expired':
      await lapseCheckout(deps.db, event.data.object.id);
      return 'lapsed';
    case 'checkout.session.async_payment_failed':
      // No charge was made. The places are released, and a mail tells the parent how to start again.
      await lapseCheckout(deps.db, event.data.object.id, { refused: true });
      return 'payment_failed';
    case 'invoice.paid':
      return await noteRenewal(deps, event.data.object.id, event);
    case 'invoice.payment_failed':
      return await noteRenewalFailure(deps, event.data.object.id);
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return await syncSubscription(deps, event.data.object.id);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return `refund_${await noteRefund(deps, event.data.object)}`;
    case 'charge.refunded':
      await noteRefundsOf(deps, { charge: event.data.object.id });
      return 'refunded';
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return await noteDispute(deps, event.data.object.id);
    case 'payout.created':
    case 'payout.updated':
    case 'payout.paid':
    case 'payout.failed':
    case 'payout.canceled':
    case 'payout.reconciliation_completed':
      return await notePayout(deps, event.data.object.id);
  }
}
