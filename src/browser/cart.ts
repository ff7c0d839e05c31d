import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import { Dollars } from '#domain/dollars.ts';
import { toCents } from '#domain/money.ts';
import { readStored, writeStored } from './storage.ts';
import { forget } from './text-storage.ts';
import { dispatch } from './window-events.ts';

export const Cart = v.object({
  sessionId: v.pipe(v.string(), v.uuid()),
  quantity: v.literal(1),
  team: v.string(),
  sessionDate: v.pipe(v.string(), v.isoDate()),
  sessionTime: v.string(),
  sessionDay: v.string(),
  location: v.string(),
  coach: v.string(),
  passType: v.string(),
  price: Dollars,
  /** Carts saved by older versions have no ages. */
  selectedTeam: v.object({
    id: v.string(),
    name: v.string(),
    minAge: v.optional(v.number()),
    maxAge: v.optional(v.number()),
  }),
  selectedSession: v.object({ id: v.string(), teamLabel: v.string() }),
  /** `offerId` is the id of the pass's content document, which is also the id of the offer in the database. */
  selectedPass: v.object({
    id: v.string(),
    offerId: v.string(),
    name: v.string(),
    price: Dollars,
    checkoutPath: v.string(),
  }),
  customerData: v.object({ childName: v.string(), childAge: v.number(), parentName: v.string() }),
  timestamp: v.number(),
});
export type Cart = v.InferOutput<typeof Cart>;

export function readCart(): Cart | null {
  return readStored(storageKeys.cart, Cart);
}

export function saveCart(cart: Cart): boolean {
  const isSaved = writeStored(storageKeys.cart, cart);
  if (isSaved) dispatch('cart-updated');
  return isSaved;
}

/**
 * Returns a query with the cart, for a browser that blocks storage. It has no personal data, and its price is in
 * cents.
 */
export const cartQuery = ({ sessionId, selectedPass, price }: Cart): string =>
  new URLSearchParams({
    session: sessionId,
    offer: selectedPass.offerId,
    price: String(toCents(price)),
  }).toString();

/** Removes the cart together with the chosen team and session. */
export function clearCart(): void {
  forget(storageKeys.cart);
  forget(storageKeys.choice);
  dispatch('cart-updated');
}
