import type { OrderView } from '#contract/orders.ts';
import type { Answer } from '#api/errors.ts';
import { getOrder } from '#api/orders.ts';
import { readOrderMemory, saveOrderMemory } from '#browser/order-memory.ts';
import { closePaymentPage } from '../api.ts';

/**
 * Closes the payment page of the order that a change replaces. Its spots stay held until the new hold has them. Returns
 * null if the order can be replaced. Otherwise it was paid, is being paid, or its page could not be closed.
 */
export async function closePage(secret: string): Promise<Answer<OrderView> | null> {
  const closed = await closePaymentPage(secret);
  if (!closed.ok) return closed;
  const memory = readOrderMemory();
  if (memory?.secret === secret) saveOrderMemory({ ...memory, payUrl: null });
  if (closed.value.released) return null;
  const answer = await getOrder(secret);
  if (!answer.ok || answer.value.status === 'paid' || answer.value.status === 'paid_late') return answer;
  const isOpen = answer.value.status === 'held' || answer.value.status === 'awaiting_payment';
  return isOpen ? { ok: false, code: 'order_closed' } : null;
}
