import { readText, writeText } from '#browser/text-storage.ts';
import { paymentLink } from '#config/rare-storage-keys.ts';

/** Stripe must not learn the token, so its return addresses lack it and this tab stores it. */
export const saveToken = (token: string): boolean => writeText(paymentLink, token, 'session');

export const readSavedToken = (): string | null => readText(paymentLink, 'session');
