import * as rareKeys from '#config/rare-storage-keys.ts';
import { isUuid } from '#domain/uuid.ts';
import { ownAccess } from './api.ts';
import { keepSecret, takeSecret } from '#browser/address-secret.ts';
import { forget, readText, writeText } from '#browser/text-storage.ts';

/**
 * Stores the link's secret in this tab while the parent is at Stripe. Stripe must never see the secret, so the address
 * to which Stripe returns does not contain it.
 */
export function saveOrderToken(token: string): void {
  writeText(rareKeys.managing, token, 'session');
}

/**
 * Returns the token in the address or else the token in this tab's storage, which can be read once.
 * The id of a family's order is useless without the parent's session.
 */
export function takeOrderToken(): string | null {
  const orderId = new URLSearchParams(location.search).get('order');
  if (orderId !== null && isUuid(orderId)) return ownAccess(orderId);
  const linkToken = takeSecret('access');
  const savedToken = takeSavedToken();
  if (linkToken !== null || savedToken === null) return linkToken;
  keepSecret('access', savedToken, location.pathname + location.search);
  return savedToken;
}

/** Returns whether the receipt is wanted. Staff open the receipt of an order by its id. */
export const wantsReceipt = (): boolean => new URLSearchParams(location.search).has('receipt');

function takeSavedToken(): string | null {
  const savedToken = readText(rareKeys.managing, 'session');
  forget(rareKeys.managing, 'session');
  return savedToken;
}
