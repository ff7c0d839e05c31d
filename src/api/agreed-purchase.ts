import * as timing from '#config/timing.ts';
import { raise, type WindowEvents } from '#browser/window-events.ts';

/**
 * Conversion data for a payment, if the visitor agreed to it, so that the server can report the purchase. Empty if it
 * is not available in time.
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
