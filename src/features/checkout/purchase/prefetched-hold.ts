import type { HoldRequest } from '#contract/order-requests.ts';
import { holdArguments } from './hold-request.ts';

/**
 * Returns the answer to the hold of the inline script (`prefetch-checkout.inline.ts`). It is used at most once.
 * Returns null if the script held something other than what is needed now.
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
