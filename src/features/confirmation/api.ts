import { OrderView } from '#contract/orders.ts';
import * as timing from '#config/timing.ts';
import { getFreshSession } from '#api/fresh-session.ts';
import { callFunction } from '#api/functions.ts';
import { getOrder } from '#api/orders.ts';
import { hasSession } from '#browser/has-session.ts';

/** Stripe's webhook may be late, so the page asks Stripe itself once. */
export const askForPayment = (secret: string, sessionId: string | null) =>
  callFunction(
    'handle-pass-payment-success',
    { sessionId, customData: { secret } },
    OrderView,
    timing.PAYMENT_TIMEOUT_MS,
  );

/** A signed-in parent of the order's family sees more of it. */
export async function asMember(secret: string, order: OrderView): Promise<OrderView> {
  if (!hasSession()) return order;
  const session = await getFreshSession();
  if (session.state !== 'signed_in') return order;
  const answer = await getOrder(secret, session.token);
  return answer.ok ? answer.value : order;
}
