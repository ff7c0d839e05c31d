import type { HoldRequest } from '#contract/order-requests.ts';
import { holdArguments } from './hold-request.ts';

/**
 * Returns the secret of the order that the inline script (`prefetch-checkout.inline.ts`) has already held, or null if
 * that hold does not match this request. Each hold is reused at most once.
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
