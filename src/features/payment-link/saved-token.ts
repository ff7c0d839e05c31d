import { readText, writeText } from '#browser/text-storage.ts';
import { paymentLink } from '#config/rare-storage-keys.ts';

/** The addresses to which Stripe returns the payer do not contain the token. */
export const saveToken = (token: string): boolean => writeText(paymentLink, token, 'session');

export const readSavedToken = (): string | null => readText(paymentLink, 'session');
