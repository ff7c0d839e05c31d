import type { HoldRequest } from '#contract/order-requests.ts';
import { holdArguments } from './hold-request.ts';

/**
 * The secret of the hold that the inline script requested (`early-checkout.inline.ts`), if it equals the one that is
 * wanted now; its answer is then reused. It works once. If the requests differ, this waits for that answer, because the
 * order it made must be replaced.
 */
export async function takeHeldEarly(wanted: (secret: string) => HoldRequest): Promise<string | null> {
  const held = globalThis.heldEarly;
  if (!held) return null;
  globalThis.heldEarly = undefined;
  if (JSON.stringify(holdArguments(wanted(held.secret))) === held.body) return held.secret;
  await held.answer.catch(() => null);
  return null;
}
