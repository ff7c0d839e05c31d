import { storageKeys } from '#config/paths.ts';
import { readText } from './text-storage.ts';

/** `analytics`: link events to account and browser; `ads`: report to the advertising service. */
export interface Consent {
  analytics: boolean;
  ads: boolean;
}

/** Global Privacy Control or Do Not Track. Either counts as a refusal of both purposes. */
export function asksNotToBeTracked(): boolean {
  return Reflect.get(navigator, 'globalPrivacyControl') === true || navigator.doNotTrack === '1';
}

/** An unreadable answer counts as none, and a missing purpose as a refusal. */
export function readConsent(): Consent | null {
  if (asksNotToBeTracked()) return { analytics: false, ads: false };
  try {
    const stored = JSON.parse(readText(storageKeys.consent) ?? '') as Partial<Consent> | null;
    if (typeof stored?.analytics !== 'boolean') return null;
    return { analytics: stored.analytics, ads: stored.ads === true };
  } catch {
    return null;
  }
}
