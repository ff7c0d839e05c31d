import type Stripe from 'stripe';
import type { Deps } from '../_shared/server/deps.ts';
import { logFault } from '../_shared/server/log.ts';
import { lapseCheckout, listUnsettledOrders } from '../_shared/server/orders.ts';
import { isAway } from '../_shared/server/payments.ts';
import { confirmSession } from '../_shared/server/session.ts';

/**
 * Asks Stripe about every order whose end we have not heard of. Paid: confirmed, as the webhook would have.
 * Expired, or refused by the bank afterwards: its seats go back. One order that cannot be looked up does not stop the
 * others; when Stripe does not answer at all, they wait for the next minute.
 */
export async function reconcile(
  deps: Pick<Deps, 'db' | 'stripe'>,
): Promise<{ confirmed: number; lapsed: number; failed: number }> {
  const { db, stripe } = deps;
  const count = { confirmed: 0, lapsed: 0, failed: 0 };
  for (const { session_id } of await listUnsettledOrders(db)) {
    if (!session_id) continue;
    try {
      const session = await stripe.checkout.sessions.retrieve(session_id, { expand: ['payment_intent'] });
      if (session.payment_status === 'paid') {
        await confirmSession(deps, session);
        count.confirmed += 1;
      } else if (session.status === 'expired' || wasRefused(session)) {
        await lapseCheckout(db, session_id, { refused: wasRefused(session) });
        count.lapsed += 1;
      }
    } catch (error) {
      logFault(`reconcile ${session_id}`, error);
      count.failed += 1;
      // Each of the others would wait as long, and the chores after this one, the mails among them, for them all.
      if (isAway(error)) break;
    }
  }
  return count;
}

/** Complete, and the bank has said no: a slow method that failed. While it is under way, it waits. */
function wasRefused({ payment_intent, status }: Stripe.Checkout.Session): boolean {
  if (status !== 'complete' || payment_intent === null || typeof payment_intent === 'string') return false;
  return ['requires_payment_method', 'canceled'].includes(payment_intent.status);
}
