import type { PurchaseConversion } from '#contract/conversions.ts';
import type * as v from 'valibot';

/** Window events, named as in the specification, with the type of their details (spec 1 §2). */
export interface WindowEvents {
  openWelcomeModal: undefined;
  openWhatsAppModal: undefined;
  openChatbot: undefined;
  forceChatOpen: undefined;
  /** Opens the assistant in the contact chooser. */
  askAssistant: undefined;
  /** The detail is the number of items in the cart. If it is missing, listeners count the items themselves. */
  'cart-updated': number | undefined;
  /** Sent when a payment begins. If the parent has agreed, the watcher adds the data for the advertising service. */
  'conversion-requested': { conversion?: Promise<v.InferOutput<typeof PurchaseConversion> | undefined> };
}
type Name = keyof WindowEvents;

export function dispatch<N extends Name>(name: N, detail?: WindowEvents[N]): void {
  if (typeof dispatchEvent !== 'undefined') dispatchEvent(new CustomEvent(name, { detail }));
}

export function onRaised<N extends Name>(
  name: N,
  run: (detail: WindowEvents[N] | undefined) => void,
  signal?: AbortSignal,
): void {
  const handler = (event: Event) =>
    run(event instanceof CustomEvent ? ((event.detail ?? undefined) as WindowEvents[N]) : undefined);
  addEventListener(name, handler, signal ? { signal } : {});
}
