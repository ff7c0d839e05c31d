import { readOrderMemory } from '#browser/order-memory.ts';
import type { Sale } from '../purchase/sale.ts';

/** Returns whether another tab has changed or paid the basket since this page showed it. */
export function isReplacedElsewhere({ $order, $isBasket }: Sale): boolean {
  const memory = readOrderMemory();
  const isOther = memory?.secret !== $order.get()?.secret;
  return isOther && ($isBasket.get() || memory?.parts !== undefined);
}
