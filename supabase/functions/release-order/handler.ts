import { ReleaseOrder } from '../_shared/contract/order-requests.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { answer, readJson } from '../_shared/server/http.ts';
import { keepOrder, releaseOrder, supersedeSessions } from '../_shared/server/orders.ts';
import { orUnavailable } from '../_shared/server/payments.ts';
import { openSessionsOf } from '../_shared/server/check-payment.ts';
import { refuseInvented, requireRate } from '../_shared/server/rate.ts';
import { closeSession, confirmSession } from '../_shared/server/session.ts';

/** The limit allows for a parent who goes back from the payment page more than once. */
const RATE = { limit: 20, seconds: 600 };

/**
 * Releases an unpaid order, or keeps its places for a change (`keep`). The session ends at Stripe first, so that
 * neither a released place nor a replaced order can be paid. Fails with `payment_unavailable` or `rate_limited`.
 */
export function handler(request: Request, deps: Pick<Deps, 'db' | 'stripe' | 'env'>): Promise<Response> {
  return answer(request, deps.env.SITE_URL, async () => {
    const { secret, keep = false } = await readJson(request, ReleaseOrder);
    await refuseInvented(deps.db, secret, request);
    let ended = 0;
    const open = await openSessionsOf(deps.db, secret);
    // Only calls that need Stripe are counted.
    if (open.length > 0) await requireRate(deps.db, `release:${secret}`, RATE);
    if (keep && open.length > 0) await supersedeSessions(deps.db, secret);
    for (const sessionId of open) {
      const session = await orUnavailable(() => closeSession(deps.stripe, sessionId));
      if (session.status === 'complete') {
        if (session.payment_status === 'paid') await confirmSession(deps, session);
        return { released: false };
      }
      ended += 1;
    }
    if (keep) return { released: await keepOrder(deps.db, secret) };
    // The places may already have been released by the webhook that reports the end of the session.
    return { released: (await releaseOrder(deps.db, secret)) || ended > 0 };
  });
}
