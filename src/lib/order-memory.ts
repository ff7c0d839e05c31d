import * as v from 'valibot';
import { storageKeys } from '../config/paths.ts';
import { readStored, writeStored } from './storage.ts';
import { forget } from './text-storage.ts';

/**
 * The order this browser holds, so that a reload or the way back reads it again instead of making another.
 * The secret opens the order: it stays in this browser's storage and never reaches an address we report.
 */
const OrderMemory = v.object({
  secret: v.pipe(v.string(), v.uuid()),
  sessionId: v.string(),
  offerId: v.string(),
  /** The total the parent saw and agreed to, in cents. */
  agreedCents: v.number(),
  /** End of the hold, ISO 8601. */
  heldUntil: v.nullable(v.string()),
  /** Stripe's page for this order, once there is one. */
  payUrl: v.nullable(v.string()),
});
export type OrderMemory = v.InferOutput<typeof OrderMemory>;

export function readOrderMemory(): OrderMemory | null {
  return readStored(storageKeys.order, OrderMemory);
}

export function saveOrderMemory(memory: OrderMemory): void {
  writeStored(storageKeys.order, memory);
}

export function forgetOrder(): void {
  forget(storageKeys.order);
}
