import * as v from 'valibot';
import { storageKeys } from '../config/paths.ts';
import { readStored, writeStored } from './storage.ts';
import { forget } from './text-storage.ts';

const text = v.nullable(v.string());

/** What one checkout is about: a class with its pass, or a camp. Nothing about a person. */
export const Subject = v.object({
  kind: v.picklist(['class', 'camp']),
  offerId: v.string(),
  sessionId: text,
  campId: text,
  tier: text,
  /** Secret of the waitlist's entry whose offer is taken, and for how many children it is. */
  waitlist: text,
  places: v.nullable(v.number()),
  /** For one child, before rebates, as the page showed it; null: no page has shown a price. */
  seenCents: v.nullable(v.number()),
  /** The class, or the camp's first day: ages are those on it. */
  firstDay: v.string(),
  /** "Red Otter", "Spark Camp". */
  name: v.string(),
  label: v.string(),
  /** Years, both included. */
  minAge: v.optional(v.number()),
  maxAge: v.optional(v.number()),
});
export type Subject = v.InferOutput<typeof Subject>;

/**
 * The order this browser holds, so that a reload or the way back reads it again instead of making another.
 * The secret opens the order: it stays in this browser's storage and never reaches an address we report.
 */
const OrderMemory = v.object({
  secret: v.pipe(v.string(), v.uuid()),
  /** '' for a camp. */
  sessionId: v.string(),
  offerId: v.string(),
  /** The total the parent saw and agreed to, in cents. */
  agreedCents: v.number(),
  /** End of the hold, ISO 8601. */
  heldUntil: v.nullable(v.string()),
  /** Stripe's page for this order, once there is one. */
  payUrl: v.nullable(v.string()),
  subject: v.optional(Subject),
});
export type OrderMemory = v.InferOutput<typeof OrderMemory>;

/** Where the browser keeps nothing, the page itself does, as long as it is open. */
let unkept: OrderMemory | null = null;

export function readOrderMemory(): OrderMemory | null {
  return readStored(storageKeys.order, OrderMemory) ?? unkept;
}

export function saveOrderMemory(memory: OrderMemory): void {
  unkept = writeStored(storageKeys.order, memory) ? null : memory;
}

export function forgetOrder(): void {
  unkept = null;
  forget(storageKeys.order);
}
