import * as v from 'valibot';
import { PayInstalment } from '../_shared/contract/instalments.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { confirmIfPaid } from '../_shared/server/check-payment.ts';
import { answer, readJson } from '../_shared/server/http.ts';
import { logFault } from '../_shared/server/log.ts';
import { drainOutbox } from '../_shared/server/outbox.ts';
import { allowRate, requireShare } from '../_shared/server/rate.ts';

/** The page `/pay` calls when Stripe returns the payer to it, and a few more times while the payer waits. */
const RATE = { limit: 20, seconds: 60 };

type Needs = Pick<Deps, 'db' | 'stripe' | 'mail' | 'env' | 'background'>;

/**
 * Checks a payment in case the webhook is late. The answer says nothing about the order, because the payer may be a
 * stranger.
 */
export function handler(request: Request, deps: Needs): Promise<Response> {
  return answer(request, deps.env.SITE_URL, async () => {
    await requireShare(deps.db, 'payment_link', request);
    const { token } = await readJson(request, PayInstalment);
    const found = await deps.db.rpc('list_sessions_of_link', { p_token: token });
    const sessions = v.parse(v.array(v.string()), found);
    if (sessions.length === 0 || !(await allowRate(deps.db, `check-payment:${token}`, RATE)))
      return { confirmed: false };
    try {
      if (!(await confirmIfPaid(deps, sessions))) return { confirmed: false };
    } catch (error) {
      logFault('looking at Stripe', error);
      return { confirmed: false };
    }
    deps.background(drainOutbox(deps));
    return { confirmed: true };
  });
}
