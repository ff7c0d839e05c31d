import * as rareKeys from '#config/rare-storage-keys.ts';
import { isUuid } from '#domain/uuid.ts';
import { ownAccess } from './api.ts';
import { keepSecret, takeSecret } from '#browser/address-secret.ts';
import { forget, readText, writeText } from '#browser/text-storage.ts';

/** Stripe returns to an address without the link's secret, which is never sent there, so this tab stores it. */
export function saveOrderToken(token: string): void {
  writeText(rareKeys.managing, token, 'session');
}

/**
 * From the address or from this tab's storage, where it can be read once. The id of an own order is useless without its
 * member's session.
 */
export function takeOrderToken(): string | null {
  const own = new URLSearchParams(location.search).get('order');
  if (own !== null && isUuid(own)) return ownAccess(own);
  const given = takeSecret('access');
  const saved = takeSavedToken();
  if (given !== null || saved === null) return given;
  keepSecret('access', saved, location.pathname + location.search);
  return saved;
}

function takeSavedToken(): string | null {
  const saved = readText(rareKeys.managing, 'session');
  forget(rareKeys.managing, 'session');
  return saved;
}
