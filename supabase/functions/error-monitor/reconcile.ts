import type Stripe from 'stripe';
import type { Deps } from '../_shared/server/deps.ts';
import { logFault } from '../_shared/server/log.ts';
import { lapseCheckout, listPendingOrders } from '../_shared/server/orders.ts';
import { isUnreachable } from '../_shared/server/payments.ts';
import { confirmSession } from '../_shared/server/session.ts';
import { turnOf } from './list-turns.ts';

/**
 * Confirms a paid session as the webhook would. If the session expired, or the bank refused, its places are released.
 */
export async function reconcile(
  deps: Pick<Deps, 'db' | 'stripe' | 'now'>,
): Promise<{ confirmed: number; lapsed: number; failed: number }> {
  const { db, stripe, now } = deps;
  const count = { confirmed: 0, lapsed: 0, failed: 0 };
  for (const { session_id } of turnOf(await listPendingOrders(db), now())) {
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
      // Stripe is not asked about the other sessions, because each would wait as long, and so would the following
      // chores, such as the mails.
      if (isUnreachable(error)) break;
    }
  }
  return count;
}

/**
 * Returns whether the session is complete, but the bank has refused a slow payment method. A pending payment does not
 * count as refused.
 */
function wasRefused({ payment_intent, status }: Stripe.Checkout.Session): boolean {
  if (status !== 'complete' || payment_intent === null || typeof payment_intent === 'string') return false;
  return ['requires_payment_method', 'canceled'].includes(payment_intent.status);
}
