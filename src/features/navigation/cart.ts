import { paths, storageKeys } from '../../config/paths.ts';

/** The cart as the bar needs it, read by hand: the schema would weigh more than all the rest of the shell. */
function stored(key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

export const storedQuantity = (): number => Number(stored(storageKeys.cart)['quantity'] ?? 0);

/** The payment page while it is live, in a new tab; else our own checkout (3-decisions). */
export function openCart(): void {
  const { payUrl, heldUntil } = stored(storageKeys.order);
  const live = typeof payUrl === 'string' && Date.parse(String(heldUntil)) > Date.now();
  if (live) open(payUrl, '_blank', 'noopener');
  else location.assign(checkoutOfCart());
}

function checkoutOfCart(): string {
  const pass = stored(storageKeys.cart)['selectedPass'];
  const path = isRecord(pass) ? pass['checkoutPath'] : undefined;
  return typeof path === 'string' && path.startsWith('/') ? path : paths.checkout;
}
