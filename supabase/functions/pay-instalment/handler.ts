import { PayInstalment } from '../_shared/contract/instalments.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { answer, readJson } from '../_shared/server/http.ts';
import { instalmentUrl, payFromBalance } from '../_shared/server/instalments.ts';
import { logFault } from '../_shared/server/log.ts';
import { drainOutbox } from '../_shared/server/outbox.ts';
import { orUnavailable } from '../_shared/server/payments.ts';
import { requireRate, requireShare } from '../_shared/server/rate.ts';
import { verifiedUser } from '../_shared/server/user.ts';

/**
 * The limit allows for a few clicks on one link. Calls with invented links are limited by network address, and never
 * reach Stripe.
 */
const RATE = { limit: 20, seconds: 600 };

type Needs = Pick<Deps, 'db' | 'dbAs' | 'stripe' | 'mail' | 'env' | 'background'>;

/**
 * Opens Stripe's page for the next instalment of a paid order by a link (docs/decisions "Deposits and instalments").
 * The body is `PayInstalment`, and the answer is `{ url }`. Fails with `link_not_found`, `link_expired`,
 * `instalment_closed` (nothing is to be paid now), `sales_stopped` (maintenance), `payment_unavailable` or
 * `rate_limited`. With `balance`, it also fails with `unauthorized`, `not_allowed` (another family's link),
 * `price_changed` or `balance_too_low`.
 */
export function handler(request: Request, deps: Needs): Promise<Response> {
  return answer(request, deps.env.SITE_URL, async () => {
    await requireShare(deps.db, 'payment_link', request);
    const { token, balance } = await readJson(request, PayInstalment);
    await requireRate(deps.db, `instalment:${token}`, RATE);
    if (!balance) return { url: await orUnavailable(() => instalmentUrl(token, deps)) };
    const userId = await verifiedUser(request, deps);
    const leftCents = await orUnavailable(() => payFromBalance({ token, balance }, userId, deps));
    deps.background(drainOutbox(deps));
    if (leftCents === 0) return { url: null };
    // The balance has already paid. If no page opens, the answer must not look as if nothing was paid.
    return { url: await instalmentUrl(token, deps).catch(noPage) };
  });
}

function noPage(error: unknown): null {
  logFault('the page for the rest of an instalment', error);
  return null;
}
