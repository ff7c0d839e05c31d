import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import { raise } from './window-events.ts';
import { readStored, writeStored } from './storage.ts';
import { forget } from './text-storage.ts';

const text = v.nullable(v.string());

/** What one checkout is about: a class with its pass, a pass alone, or a camp. Of a person at most an id. */
export const Subject = v.object({
  kind: v.picklist(['class', 'camp']),
  offerId: v.string(),
  sessionId: text,
  campId: text,
  /** A child of the family that is signed in, for whom a pass alone was asked for. */
  childId: v.optional(v.pipe(v.string(), v.uuid())),
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
  /** A class's team; null: of none. */
  team: v.optional(v.nullable(v.string())),
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
  /** End of the hold by this browser's own clock, which may be wrong and is all that it is compared with; ISO 8601. */
  heldUntil: v.nullable(v.string()),
  /** Stripe's page for this order, once there is one. */
  payUrl: v.nullable(v.string()),
  subject: v.optional(Subject),
});
export type OrderMemory = v.InferOutput<typeof OrderMemory>;

/** Where the browser keeps nothing, the page itself does, and its entry in the history: that outlives a reload. */
let unkept: OrderMemory | null = null;

export function readOrderMemory(): OrderMemory | null {
  return unkept ?? inHistory() ?? readStored(storageKeys.order, OrderMemory);
}

export function saveOrderMemory(memory: OrderMemory): void {
  unkept = writeStored(storageKeys.order, memory) ? null : memory;
  if (unkept || inHistory()) toHistory(unkept);
  raise('cart-updated');
}

export function forgetOrder(): void {
  if (inHistory()) toHistory(null);
  unkept = null;
  forget(storageKeys.order);
  raise('cart-updated');
}

/** A hold that this browser asked for, by the secret that it gave it, and has not heard of yet. */
export const readAsked = () => readStored(storageKeys.askedOrder, OrderMemory.entries.secret);
export const rememberAsked = (secret: string) => writeStored(storageKeys.askedOrder, secret);
export const forgetAsked = () => forget(storageKeys.askedOrder);

function inHistory(): OrderMemory | null {
  if (typeof history === 'undefined') return null;
  const parsed = v.safeParse(v.object({ order: OrderMemory }), history.state);
  return parsed.success ? parsed.output.order : null;
}

function toHistory(order: OrderMemory | null): void {
  if (typeof history !== 'undefined')
    history.replaceState({ ...(history.state as object | null), order }, '');
}
