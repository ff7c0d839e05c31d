import { storageKeys } from '#config/paths.ts';
import { readText } from './text-storage.ts';

export interface Consent {
  /** Events may be linked to an account and a browser. */
  analytics: boolean;
  /** The advertising service may get reports. */
  ads: boolean;
}

/** True if the browser sends Global Privacy Control or Do Not Track. Either refuses both purposes. */
export function asksNotToBeTracked(): boolean {
  return Reflect.get(navigator, 'globalPrivacyControl') === true || navigator.doNotTrack === '1';
}

/** Returns null if there is no readable answer. A missing purpose counts as refused. */
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
