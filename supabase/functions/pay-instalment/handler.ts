import { PayInstalment } from '../_shared/contract/instalments.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { answer, readJson } from '../_shared/server/http.ts';
import { instalmentUrl } from '../_shared/server/instalments.ts';
import { orUnavailable } from '../_shared/server/payments.ts';
import { requireRate, requireShare } from '../_shared/server/rate.ts';

/** Allows for a few presses of one link. Invented links are limited by network address, and reach no Stripe. */
const RATE = { limit: 20, seconds: 600 };

/**
 * Decisions "Deposits and instalments". Refuses `link_not_found`, `link_expired`, `instalment_closed`, `sales_stopped`,
 * `payment_unavailable`, `rate_limited`.
 */
export function handler(request: Request, deps: Pick<Deps, 'db' | 'stripe' | 'env'>): Promise<Response> {
  return answer(request, deps.env.SITE_URL, async () => {
    await requireShare(deps.db, 'payment_link', request);
    const { token } = await readJson(request, PayInstalment);
    await requireRate(deps.db, `instalment:${token}`, RATE);
    return { url: await orUnavailable(() => instalmentUrl(token, deps)) };
  });
}
