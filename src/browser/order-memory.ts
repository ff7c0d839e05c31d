import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import { dispatch } from './window-events.ts';
import { readStored, writeStored } from './storage.ts';
import { forget } from './text-storage.ts';

const text = v.nullable(v.string());

export const Subject = v.object({
  kind: v.picklist(['class', 'camp']),
  offerId: v.string(),
  sessionId: text,
  campId: text,
  /** A child of the signed-in family for whom only a pass is bought, without a session. */
  childId: v.optional(v.pipe(v.string(), v.uuid())),
  tier: text,
  /** The secret of the waitlist entry whose offer was accepted. */
  waitlist: text,
  /** The number of children of that entry. */
  places: v.nullable(v.number()),
  seenCents: v.nullable(v.number()),
  /** The day of the class, or the camp's first day. Children's ages are checked for this day. */
  firstDay: v.string(),
  /** The base, as the page showed it. */
  place: v.optional(v.string()),
  name: v.string(),
  label: v.string(),
  /** Null if the class has no team. */
  team: v.optional(v.nullable(v.string())),
  /** The youngest and the oldest age in years, both inclusive. */
  minAge: v.optional(v.number()),
  maxAge: v.optional(v.number()),
});
export type Subject = v.InferOutput<typeof Subject>;

const PayLink = v.object({ token: v.string(), pay_until: v.string(), url: v.string(), back: v.string() });
export type PayLink = v.InferOutput<typeof PayLink>;

/**
 * The order with which the checkout continues after a reload or the Back button, instead of creating another. Anyone
 * with the secret can open the order, so the secret must never be in an address that is reported.
 */
const OrderMemory = v.object({
  secret: v.pipe(v.string(), v.uuid()),
  sessionId: v.string(),
  offerId: v.string(),
  /** The total that the parent saw and agreed to, in cents. */
  agreedCents: v.number(),
  /**
   * The end of the hold by this browser's clock, in ISO 8601. The clock may be wrong, so the end is compared only with
   * that clock.
   */
  heldUntil: v.nullable(v.string()),
  payUrl: v.nullable(v.string()),
  /** The link with which somebody else can pay this order. `back` is the address of the order's checkout. */
  payLink: v.optional(v.nullable(PayLink)),
  /** True if a guest holds the spots. After a sign-in, they are held for the account instead. */
  guest: v.optional(v.boolean()),
  subject: v.optional(Subject),
  /** All that the order is for, if it is for several things. `subject` is one of them. */
  parts: v.optional(v.array(Subject)),
});
export type OrderMemory = v.InferOutput<typeof OrderMemory>;

/** The order, if the browser blocks storage. The history entry has it as well, because the entry survives a reload. */
let orderInMemory: OrderMemory | null = null;

export function readOrderMemory(): OrderMemory | null {
  return orderInMemory ?? inHistory() ?? readStored(storageKeys.order, OrderMemory);
}

export function saveOrderMemory(memory: OrderMemory): void {
  orderInMemory = writeStored(storageKeys.order, memory) ? null : memory;
  if (orderInMemory || inHistory()) toHistory(orderInMemory);
  dispatch('cart-updated');
}

export function forgetOrder(): void {
  if (inHistory()) toHistory(null);
  orderInMemory = null;
  forget(storageKeys.order);
  dispatch('cart-updated');
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
