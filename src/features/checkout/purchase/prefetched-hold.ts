import type { HoldRequest } from '#contract/order-requests.ts';
import { holdArguments } from './hold-request.ts';

/**
 * Returns null if the inline script (`prefetch-checkout.inline.ts`) held something other than what is
 * needed now. Its hold is used at most once.
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
