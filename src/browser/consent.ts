import { storageKeys } from '#config/paths.ts';
import { readText } from './text-storage.ts';

export interface Consent {
  /** True if events may be linked to an account and a browser. */
  analytics: boolean;
  /** True if the advertising service may get reports. */
  ads: boolean;
}

/** Returns whether the browser sends Global Privacy Control or Do Not Track. Either of them refuses both purposes. */
export function asksNotToBeTracked(): boolean {
  return Reflect.get(navigator, 'globalPrivacyControl') === true || navigator.doNotTrack === '1';
}

/** Returns the visitor's answer, or null if there is no readable one. A missing purpose counts as refused. */
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
