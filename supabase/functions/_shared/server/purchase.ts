import type * as v from 'valibot';
import type { CreateCheckout } from '../contract/order-requests.ts';
import { asksNotToBeTracked, conversionsAreOn, queueConversion } from './conversion-events.ts';
import type { Deps } from './deps.ts';
import { logFault } from './log.ts';

/**
 * Keeps what a parent agreed may be told once this order is paid; who does not agree any more takes back what an
 * earlier press had kept. Never in the way of the payment page.
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
