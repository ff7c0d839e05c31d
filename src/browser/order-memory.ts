import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import { raise } from './window-events.ts';
import { readStored, writeStored } from './storage.ts';
import { forget } from './text-storage.ts';

const text = v.nullable(v.string());

export const Subject = v.object({
  kind: v.picklist(['class', 'camp']),
  offerId: v.string(),
  sessionId: text,
  campId: text,
  /** A child of the signed-in family, for whom a pass alone was requested. */
  childId: v.optional(v.pipe(v.string(), v.uuid())),
  tier: text,
  /** Secret of the waitlist entry whose offer was accepted, and the number of children it is for. */
  waitlist: text,
  places: v.nullable(v.number()),
  seenCents: v.nullable(v.number()),
  /** The day of the class, or the camp's first day; ages are compared on this day. */
  firstDay: v.string(),
  name: v.string(),
  label: v.string(),
  /** Team of a class; null if it has none. */
  team: v.optional(v.nullable(v.string())),
  /** Years, both included. */
  minAge: v.optional(v.number()),
  maxAge: v.optional(v.number()),
});
export type Subject = v.InferOutput<typeof Subject>;

const PayLink = v.object({ token: v.string(), pay_until: v.string(), url: v.string(), back: v.string() });
export type PayLink = v.InferOutput<typeof PayLink>;

/**
 * A reload or the Back button reads this order instead of creating another. The secret opens it, so it must never be
 * part of an address that is reported.
 */
const OrderMemory = v.object({
  secret: v.pipe(v.string(), v.uuid()),
  sessionId: v.string(),
  offerId: v.string(),
  /** The total that the parent saw and agreed to, in cents. */
  agreedCents: v.number(),
  /** End of the hold by this browser's clock, and compared only with that clock, which may be wrong; ISO 8601. */
  heldUntil: v.nullable(v.string()),
  payUrl: v.nullable(v.string()),
  /** The link with which somebody else can pay this order. `back` is the address of its checkout. */
  payLink: v.optional(v.nullable(PayLink)),
  /** Held without an account. After a sign-in the same is held for the account. */
  guest: v.optional(v.boolean()),
  subject: v.optional(Subject),
});
export type OrderMemory = v.InferOutput<typeof OrderMemory>;

/** Used if the browser's storage is blocked, together with the history entry, which survives a reload. */
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

export const readRequestedHold = () => readStored(storageKeys.requestedOrder, OrderMemory.entries.secret);
export const saveRequestedHold = (secret: string) => writeStored(storageKeys.requestedOrder, secret);
export const clearRequestedHold = () => forget(storageKeys.requestedOrder);

function inHistory(): OrderMemory | null {
  if (typeof history === 'undefined') return null;
  const parsed = v.safeParse(v.object({ order: OrderMemory }), history.state);
  return parsed.success ? parsed.output.order : null;
}

function toHistory(order: OrderMemory | null): void {
  if (typeof history !== 'undefined')
    history.replaceState({ ...(history.state as object | null), order }, '');
}
