import { readText, writeText } from '#browser/text-storage.ts';
import { paymentLink } from '#config/rare-storage-keys.ts';

/**
 * Saves the token in this tab. Stripe must not learn it, so the addresses to which Stripe returns do not contain it.
 */
export const saveToken = (token: string): boolean => writeText(paymentLink, token, 'session');

export const readSavedToken = (): string | null => readText(paymentLink, 'session');
