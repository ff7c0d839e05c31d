import type { HoldRequest } from '#contract/order-requests.ts';
import { holdArguments } from './hold-request.ts';

/**
 * Null if the inline script's request is not the one that is needed now (`prefetch-checkout.inline.ts`). Works once.
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
