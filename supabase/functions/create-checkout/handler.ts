import type * as v from 'valibot';
import { CreateCheckout } from '../_shared/contract/order-requests.ts';
import { checkoutUrl } from '../_shared/server/checkout-url.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { countCall } from '../_shared/server/count-call.ts';
import { answer, readJson } from '../_shared/server/http.ts';
import { makePaymentLink } from '../_shared/server/orders.ts';
import { orUnavailable } from '../_shared/server/payments.ts';
import { notePurchase } from '../_shared/server/purchase.ts';
import { refuseInvented, requireRate } from '../_shared/server/rate.ts';
import { verifiedUser } from '../_shared/server/user.ts';

/** The limit allows for a few attempts with an invalid form. */
const RATE = { limit: 30, seconds: 600 };

/**
 * Opens the payment page of an order (README "One booking, end to end", step 3). Fails with the codes of selling,
 * `order_closed`, `unauthorized`, `not_allowed` (for another family's balance) and `payment_unavailable`. After the
 * last one, the places are still held.
 */
export function handler(
  request: Request,
  deps: Pick<Deps, 'db' | 'dbAs' | 'stripe' | 'env' | 'now' | 'background'>,
): Promise<Response> {
  const response = answer(request, deps.env.SITE_URL, async () => {
    const body = await readJson(request, CreateCheckout);
    await refuseInvented(deps.db, body.secret, request);
    await requireRate(deps.db, `checkout:${body.secret}`, RATE);
    const pay = await payerOf(request, body, deps);
    const url = await orUnavailable(() => checkoutUrl({ ...body, pay }, deps));
    await notePurchase(request, body, deps);
    if (!body.by_link) return { url };
    return { url, link: await makePaymentLink(deps.db, body.secret) };
  });
  return countCall('booking', deps, request, response);
}

/**
 * Returns how the order is paid. A balance is spent only by a signed-in parent, and SQL compares the parent's family
 * with that of the order.
 */
async function payerOf(
  request: Request,
  { pay }: v.InferOutput<typeof CreateCheckout>,
  deps: Pick<Deps, 'dbAs'>,
) {
  if (pay?.balance_cents === undefined) return pay;
  return { ...pay, user_id: await verifiedUser(request, deps) };
}
