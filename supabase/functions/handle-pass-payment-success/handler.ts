import { PaymentSuccess } from '../_shared/contract/orders.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { answer, readJson } from '../_shared/server/http.ts';
import { logFault } from '../_shared/server/log.ts';
import { confirmIfPaid, openSessionsOf } from '../_shared/server/look.ts';
import { getOrder } from '../_shared/server/orders.ts';
import { drainOutbox } from '../_shared/server/outbox.ts';
import { withinRate } from '../_shared/server/rate.ts';

/** The success page asks once, and again while the parent waits. */
const RATE = { limit: 20, seconds: 60 };

/**
 * The success page, when the webhook has not come yet (spec 2 §7). Only the secret in the body counts: which
 * session belongs to it is known here, and whether it is paid is asked of Stripe. Answers `OrderView`.
 * Stripe not answering is no error: the order is shown as it is, and the webhook or the chores will follow.
 */
export function handler(
  request: Request,
  deps: Pick<Deps, 'db' | 'stripe' | 'mail' | 'env' | 'background'>,
): Promise<Response> {
  return answer(request, deps.env.SITE_URL, async () => {
    const { secret } = (await readJson(request, PaymentSuccess)).customData;
    const order = await getOrder(deps.db, secret);
    if (order.paid_at) return order;
    const sessions = await openSessionsOf(deps.db, secret);
    if (sessions.length === 0 || !(await withinRate(deps.db, `look:${secret}`, RATE))) return order;
    try {
      if (!(await confirmIfPaid(deps.db, deps.stripe, sessions))) return order;
    } catch (error) {
      logFault('looking at Stripe', error);
      return order;
    }
    deps.background(drainOutbox(deps));
    return await getOrder(deps.db, secret);
  });
}
