import type Stripe from 'stripe';
import type { Deps } from '../_shared/server/deps.ts';
import { answer, readText } from '../_shared/server/http.ts';
import { lapseCheckout } from '../_shared/server/orders.ts';
import { drainOutbox } from '../_shared/server/outbox.ts';
import { verifiedEvent } from '../_shared/server/payments.ts';
import { noteRefund, noteRefundsOf } from '../_shared/server/refunds.ts';
import { mustNotRefuse } from '../_shared/server/refusal.ts';
import { confirmSession } from '../_shared/server/session.ts';

const EVENT_LIMIT = 256 * 1024;

/**
 * Stripe's events (architecture, "One booking", step 5). 400 range: not signed by Stripe. 500: not written
 * down, so Stripe sends it again. Everything else is 200, also an event that a person has to look at:
 * sending it again would change nothing.
 */
export function handler(
  request: Request,
  deps: Pick<Deps, 'db' | 'stripe' | 'mail' | 'env' | 'background'>,
): Promise<Response> {
  return answer(request, deps.env.SITE_URL, async () => {
    const rawBody = await readText(request, EVENT_LIMIT);
    const signature = request.headers.get('stripe-signature');
    const event = await verifiedEvent(deps.stripe, deps.env.STRIPE_WEBHOOK_SECRET, rawBody, signature);
    return { received: true, result: await mustNotRefuse(handle(event, deps)) };
  });
}

async function handle(
  event: Stripe.Event,
  deps: Pick<Deps, 'db' | 'stripe' | 'mail' | 'env' | 'background'>,
): Promise<string> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = event.data.object;
      // A slow method: the money is promised, not here. The second event brings it.
      if (session.payment_status !== 'paid') return 'not_paid_yet';
      const { result } = await confirmSession(deps.db, session, event);
      deps.background(drainOutbox(deps));
      return result;
    }
    case 'checkout.session.expired':
      await lapseCheckout(deps.db, event.data.object.id);
      return 'lapsed';
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated': {
      const status = await noteRefund(deps.db, event.data.object);
      deps.background(drainOutbox(deps));
      return `refund_${status}`;
    }
    case 'charge.refunded':
      await noteRefundsOf(deps, event.data.object);
      deps.background(drainOutbox(deps));
      return 'refunded';
    default:
      return 'ignored';
  }
}
