import { storageKeys } from '#config/paths.ts';
import { readText } from './text-storage.ts';

/**
 * What a visitor agreed to, by purpose: account and browser beside what is counted; telling the advertising service.
 */
export interface Consent {
  analytics: boolean;
  ads: boolean;
}

/** Global Privacy Control or Do Not Track: an answer for every site, which weighs as much as ours. */
export function asksNotToBeTracked(): boolean {
  return Reflect.get(navigator, 'globalPrivacyControl') === true || navigator.doNotTrack === '1';
}

/** What was answered; null: nothing yet. What cannot be read is no answer, and a missing purpose is a no. */
export function readConsent(): Consent | null {
  if (asksNotToBeTracked()) return { analytics: false, ads: false };
  try {
    const kept = JSON.parse(readText(storageKeys.consent) ?? '') as Partial<Consent> | null;
    if (typeof kept?.analytics !== 'boolean') return null;
    return { analytics: kept.analytics, ads: kept.ads === true };
  } catch {
    return null;
  }
}
