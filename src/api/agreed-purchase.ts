import * as timing from '#config/timing.ts';
import { raise, type WindowEvents } from '#browser/window-events.ts';

/**
 * Of who agreed: what goes with a payment, so that the server may tell of it. Nothing where that is not had at once.
 */
export async function agreedPurchase() {
  const asked: WindowEvents['purchase-asked'] = {};
  raise('purchase-asked', asked);
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), timing.CONVERSION_WAIT_MS);
  const conversion = await Promise.race([asked.conversion, late.promise]);
  clearTimeout(timer);
  return conversion ? { conversion } : {};
}
