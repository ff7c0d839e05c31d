import type * as v from 'valibot';
import type { CreateCheckout } from '../contract/order-requests.ts';
import { asksNotToBeTracked, conversionsAreOn, queueConversion } from './conversion-events.ts';
import type { Deps } from './deps.ts';
import { logFault } from './log.ts';

/**
 * Saves what an advertising event needs about a purchase. If a parent no longer agrees, removes what was saved before.
 * A failure never blocks the payment page.
 */
export async function notePurchase(
  request: Request,
  { secret, conversion }: Pick<v.InferOutput<typeof CreateCheckout>, 'secret' | 'conversion'>,
  { db, env }: Pick<Deps, 'db' | 'env'>,
): Promise<void> {
  if (!conversionsAreOn(env)) return;
  try {
    if (!conversion || asksNotToBeTracked(request)) {
      await db.rpc('queue_conversion', { p_event: null, p_order_secret: secret });
      return;
    }
    const { consent: _, ...event } = conversion;
    await queueConversion(db, request, { ...event, event_name: 'Purchase' }, secret);
  } catch (error) {
    logFault('conversion', error);
  }
}
