import type { HoldRequest } from '#contract/order-requests.ts';

/**
 * The secret of what the page asked to be held before its scripts had come (`early-script.ts`), where it is what is
 * asked for now: the answer is then on its way. Once. Where it is something else, the order that it makes is the one to
 * give up, so its answer is waited for.
 */
export async function takeHeldEarly(wanted: (secret: string) => HoldRequest): Promise<string | null> {
  const held = globalThis.heldEarly;
  if (!held) return null;
  globalThis.heldEarly = undefined;
  if (JSON.stringify({ p_order: wanted(held.secret) }) === held.body) return held.secret;
  await held.answer.catch(() => null);
  return null;
}
