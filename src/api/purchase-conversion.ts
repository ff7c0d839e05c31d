import * as timing from '#config/timing.ts';
import { raise, type WindowEvents } from '#browser/window-events.ts';

/**
 * Conversion data for a payment, if the visitor agreed to it, so that the server can report the purchase. A listener
 * of the event sets `conversion` on its detail (features/watch). Empty if nothing is available in time.
 */
export async function readConversion() {
  const detail: WindowEvents['conversion-requested'] = {};
  raise('conversion-requested', detail);
  const timedOut = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => timedOut.resolve(undefined), timing.CONVERSION_WAIT_MS);
  const conversion = await Promise.race([detail.conversion, timedOut.promise]);
  clearTimeout(timer);
  return conversion ? { conversion } : {};
}
