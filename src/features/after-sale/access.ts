import { storageKeys } from '#config/paths.ts';
import { isUuid } from '#domain/uuid.ts';
import { ownAccess } from './api.ts';
import { keepSecret, takeSecret } from '#browser/address-secret.ts';

/**
 * Stripe's pages lead back to the address without the link's secret, which never goes there. This tab keeps it
 * meanwhile; a browser that blocks its storage asks for the link of the mail again.
 */
export function keepAccess(token: string): void {
  try {
    sessionStorage.setItem(storageKeys.managing, token);
  } catch {
    // Blocked: the mail still has the link.
  }
}

/**
 * The link's secret: of the address, or kept by this tab on the way to Stripe and taken back once. Or an order of the
 * own family, which the address may name: the id opens nothing without its member.
 */
export function takeAccess(): string | null {
  const own = new URLSearchParams(location.search).get('order');
  if (own !== null && isUuid(own)) return ownAccess(own);
  const given = takeSecret('access');
  const kept = takeKept();
  if (given !== null || kept === null) return given;
  keepSecret('access', kept, location.pathname + location.search);
  return kept;
}

function takeKept(): string | null {
  try {
    const kept = sessionStorage.getItem(storageKeys.managing);
    sessionStorage.removeItem(storageKeys.managing);
    return kept;
  } catch {
    return null;
  }
}
