import * as v from 'valibot';
import { CheckoutDetails } from '../_shared/contract/order-requests.ts';
import { OrderView } from '../_shared/contract/orders.ts';
import { Eligibility, passCheckoutPaths, PassCheckoutRequest } from '../_shared/contract/passes.ts';
import { checkoutUrl } from '../_shared/server/checkout-url.ts';
import type { Db } from '../_shared/server/db.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { countCall } from '../_shared/server/count-call.ts';
import { answer, readJson } from '../_shared/server/http.ts';
import { orUnavailable } from '../_shared/server/payments.ts';
import { notePurchase } from '../_shared/server/purchase.ts';
import { requireRate } from '../_shared/server/rate.ts';
import { RefusalError } from '../_shared/server/refusal.ts';
import { secured } from '../_shared/server/secured.ts';

/** Each call holds an order, and a parent with four children makes a few purchases. */
const RATE = { limit: 12, seconds: 600 };

const Prepared = v.object({
  offer_id: v.string(),
  price_cents: v.number(),
  checkout_type: v.nullable(v.string()),
  details: v.nullable(CheckoutDetails),
});

/**
 * Opens the payment page of a pass (spec 2 §7). The token identifies the buyer, and the database sets the price. Fails
 * with `unauthorized`, `not_allowed` (childId), `child_not_found`, `offer_not_available`, `payment_unavailable` and
 * the codes of selling.
 */
export function handler(
  request: Request,
  deps: Pick<Deps, 'db' | 'dbAs' | 'stripe' | 'env' | 'now' | 'background'>,
): Promise<Response> {
  const response = answer(request, deps.env.SITE_URL, async () => {
    const { childId, passType, conversion } = await readJson(request, PassCheckoutRequest);
    const { db: callerDb } = await secured(request, deps, {
      endpoint: 'create_pass_checkout',
      table: 'orders',
      access: 'checkout',
      strict: true,
    });
    const args = { p_pass_type: passType, p_child_id: childId };
    const { isEligible } = v.parse(Eligibility, await callerDb.rpc('check_pass_eligibility', args));
    if (!isEligible) throw new RefusalError({ code: 'not_allowed', field: 'childId' });
    await requireRate(deps.db, `pass checkout:${childId}`, RATE);

    const { details, ...offer } = v.parse(Prepared, await callerDb.rpc('prepare_pass_checkout', args));
    const path = passCheckoutPaths[offer.checkout_type ?? ''] ?? '/checkout';
    // The address tells our checkout what is bought, but not for which child.
    const named = new URLSearchParams({ offer: offer.offer_id, price: String(offer.price_cents) }).toString();
    if (details === null) return { url: `${deps.env.SITE_URL}${path}?${named}&child=${childId}` };
    const order = await hold(callerDb, offer, childId);
    const settled = {
      secret: order.secret,
      expected_total_cents: order.total_cents,
      details,
      return_path: `${path}?${named}`,
    };
    const url = await orUnavailable(() => checkoutUrl(settled, deps));
    await notePurchase(request, { secret: order.secret, conversion }, deps);
    return { url };
  });
  return countCall('booking', deps, request, response);
}

async function hold(
  callerDb: Db,
  offer: { offer_id: string; price_cents: number },
  childId: string,
): Promise<OrderView> {
  const heldOrder = await callerDb.rpc('hold_order', {
    p_order: {
      lines: [{ offer_id: offer.offer_id, child: 0, expected_price_cents: offer.price_cents }],
      children: [{ id: childId }],
    },
  });
  return v.parse(OrderView, heldOrder);
}
