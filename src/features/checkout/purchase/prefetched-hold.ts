import type { HoldRequest } from '#contract/order-requests.ts';
import { holdArguments } from './hold-request.ts';

/**
 * Returns the secret of the hold that the inline script requested (`prefetch-checkout.inline.ts`), if its request is
 * the one that is needed now. Otherwise it waits for that hold and returns null, so that the caller can replace it.
 * Works once.
 */
export async function reusePrefetchedHold(
  buildRequest: (secret: string) => HoldRequest,
): Promise<string | null> {
  const hold = globalThis.prefetchedHold;
  if (!hold) return null;
  globalThis.prefetchedHold = undefined;
  if (JSON.stringify(holdArguments(buildRequest(hold.secret))) === hold.body) return hold.secret;
  await hold.answer.catch(() => null);
  return null;
}
