import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import { SaleDraft } from './draft.ts';

/** The sale under way, in this tab until it is sold or put aside: a page that is loaded anew has lost nothing. */
export function readSale(): SaleDraft | null {
  try {
    const parsed = v.safeParse(SaleDraft, JSON.parse(sessionStorage.getItem(storageKeys.sale) ?? 'null'));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

export function keepSale(draft: SaleDraft): void {
  try {
    sessionStorage.setItem(storageKeys.sale, JSON.stringify(draft));
  } catch {
    // Blocked or full: then it lives as long as the page.
  }
}

export function forgetSale(): void {
  try {
    sessionStorage.removeItem(storageKeys.sale);
  } catch {
    // Blocked: then there is nothing to forget.
  }
}
