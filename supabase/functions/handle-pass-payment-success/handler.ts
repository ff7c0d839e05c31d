import * as v from 'valibot';
import { PassPaymentSuccess } from '../_shared/contract/passes.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { answer, readJson } from '../_shared/server/http.ts';
import { logFault } from '../_shared/server/log.ts';
import { confirmIfPaid, openSessionsOf } from '../_shared/server/check-payment.ts';
import { getOrder } from '../_shared/server/orders.ts';
import { drainOutbox } from '../_shared/server/outbox.ts';
import { allowRate } from '../_shared/server/rate.ts';
import { RefusalError } from '../_shared/server/refusal.ts';
import { secured } from '../_shared/server/secured.ts';

/** The success page calls once, and again while the parent waits. */
const RATE = { limit: 20, seconds: 60 };

type Needs = Pick<Deps, 'db' | 'dbAs' | 'stripe' | 'mail' | 'env' | 'background'>;

/**
 * Confirms a payment in case the webhook is late (spec 2 §7). If Stripe does not answer, the order is returned as it
 * is.
 */
export function handler(request: Request, deps: Needs): Promise<Response> {
  return answer(request, deps.env.SITE_URL, async () => {
    const secret = await secretOf(request, deps);
    const order = await getOrder(deps.db, secret);
    if (order.paid_at) return order;
    const sessions = await openSessionsOf(deps.db, secret);
    if (sessions.length === 0 || !(await allowRate(deps.db, `check-payment:${secret}`, RATE))) return order;
    try {
      if (!(await confirmIfPaid(deps, sessions))) return order;
    } catch (error) {
      logFault('looking at Stripe', error);
      return order;
    }
    deps.background(drainOutbox(deps));
    return await getOrder(deps.db, secret);
  });
}

async function secretOf(request: Request, deps: Needs): Promise<string> {
  const { customData, sessionId } = await readJson(request, PassPaymentSuccess);
  if (customData?.secret) return customData.secret;
  if (!sessionId) throw new RefusalError({ code: 'invalid_input', field: 'customData.secret' });
  // The check is not strict, because the page must find the order during a payment even if the limit cannot be
  // checked.
  const { db } = await secured(request, deps, {
    endpoint: 'payment_success',
    table: 'orders',
    access: 'read',
  });
  const found = await db.rpc('find_my_order', { p_session_id: sessionId });
  return v.parse(v.object({ secret: v.string() }), found).secret;
}
