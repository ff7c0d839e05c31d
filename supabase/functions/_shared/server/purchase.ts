import type * as v from 'valibot';
import type { CreateCheckout } from '../contract/orders.ts';
import { asksNotToBeTracked, conversionsAreOn, queueConversion } from './conversion-events.ts';
import type { Deps } from './deps.ts';
import { logFault } from './log.ts';

/** Keeps what a parent agreed may be told once this order is paid. Never in the way of the payment page. */
export async function notePurchase(
  request: Request,
  { secret, conversion }: Pick<v.InferOutput<typeof CreateCheckout>, 'secret' | 'conversion'>,
  { db, env }: Pick<Deps, 'db' | 'env'>,
): Promise<void> {
  if (!conversion || !conversionsAreOn(env) || asksNotToBeTracked(request)) return;
  const { consent: _, ...event } = conversion;
  try {
    await queueConversion(db, request, { ...event, event_name: 'Purchase' }, secret);
  } catch (error) {
    logFault('conversion', error);
  }
}
