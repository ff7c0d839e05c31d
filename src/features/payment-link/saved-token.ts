import { paymentLink } from '#config/rare-storage-keys.ts';

/** The token of the link in this tab, because the addresses to which Stripe returns the payer do not contain it. */
export function saveToken(token: string): void {
  try {
    sessionStorage.setItem(paymentLink, token);
  } catch {
    // Storage is blocked: after the payment the page thanks without a name.
  }
}

export function readSavedToken(): string | null {
  try {
    return sessionStorage.getItem(paymentLink);
  } catch {
    return null;
  }
}
