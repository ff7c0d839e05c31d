import * as timing from '#config/timing.ts';
import { dispatch, type WindowEvents } from '#browser/window-events.ts';

/**
 * Returns the data of a purchase for the advertising service. A listener of the event (features/watch) sets
 * `conversion` on its detail. The result is undefined if the data do not arrive in time.
 */
export async function readConversion() {
  const detail: WindowEvents['conversion-requested'] = {};
  dispatch('conversion-requested', detail);
  let timer;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timing.CONVERSION_WAIT_MS);
  });
  const conversion = await Promise.race([detail.conversion, timeout]);
  clearTimeout(timer);
  return conversion ? { conversion } : {};
}
