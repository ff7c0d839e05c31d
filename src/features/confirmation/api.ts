import { OrderView } from '#contract/orders.ts';
import * as timing from '#config/timing.ts';
import { getFreshSession } from '#api/fresh-session.ts';
import { callFunction } from '#api/functions.ts';
import { getOrder } from '#api/orders.ts';
import { hasSession } from '#browser/has-session.ts';

/** Asks Stripe itself whether the order was paid, because its webhook may be late. */
export const checkPayment = (secret: string, sessionId: string | null) =>
  callFunction(
    'handle-pass-payment-success',
    { sessionId, customData: { secret } },
    OrderView,
    timing.PAYMENT_TIMEOUT_MS,
  );

/** Reads the order again as a signed-in parent of its family, who may see more of it. */
export async function readAsFamily(secret: string, order: OrderView): Promise<OrderView> {
  if (!hasSession()) return order;
  const session = await getFreshSession();
  if (session.state !== 'signed_in') return order;
  const answer = await getOrder(secret, session.token);
  return answer.ok ? answer.value : order;
}
