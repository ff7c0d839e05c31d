import type { PurchaseConversion } from '#contract/conversions.ts';
import type * as v from 'valibot';

/** What the window is told: the events that the specification names, and what each brings along (spec 1 §2). */
export interface WindowEvents {
  /** The welcome chooser is wanted. */
  openWelcomeModal: undefined;
  /** The community group is wanted. */
  openWhatsAppModal: undefined;
  /** The chat is wanted. */
  openChatbot: undefined;
  forceChatOpen: undefined;
  /** The assistant is wanted, in the chooser that is open or about to be. */
  askAssistant: undefined;
  /** The cart changed: how many things are in it; without a number whoever shows it counts. */
  'cart-updated': number | undefined;
  /** A payment begins: whoever knows that the parent agreed to it adds what the advertising service is told. */
  'purchase-asked': { conversion?: Promise<v.InferOutput<typeof PurchaseConversion> | undefined> };
}
type Name = keyof WindowEvents;

export function raise<N extends Name>(name: N, detail?: WindowEvents[N]): void {
  if (typeof dispatchEvent !== 'undefined') dispatchEvent(new CustomEvent(name, { detail }));
}

/** Others may raise it too, with a plain event, which brings nothing along. */
export function onRaised<N extends Name>(
  name: N,
  run: (detail: WindowEvents[N] | undefined) => void,
  signal?: AbortSignal,
): void {
  const heard = (event: Event) =>
    run(event instanceof CustomEvent ? ((event.detail ?? undefined) as WindowEvents[N]) : undefined);
  addEventListener(name, heard, signal ? { signal } : {});
}
