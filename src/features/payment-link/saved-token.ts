import { readText, writeText } from '#browser/text-storage.ts';
import { paymentLink } from '#config/rare-storage-keys.ts';

/**
 * The token of the link in this tab, because the addresses to which Stripe returns the payer do not contain it. If
 * storage is blocked, the page thanks without a name after the payment.
 */
export const saveToken = (token: string): boolean => writeText(paymentLink, token, 'session');

export const readSavedToken = (): string | null => readText(paymentLink, 'session');
