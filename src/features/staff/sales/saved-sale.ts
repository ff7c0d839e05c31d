import * as v from 'valibot';
import * as rareKeys from '#config/rare-storage-keys.ts';
import { SaleDraft } from './draft.ts';

/** The current sale, saved in this tab until it is sold or discarded, so that a reload loses nothing. */
export function readSavedSale(): SaleDraft | null {
  try {
    const parsed = v.safeParse(SaleDraft, JSON.parse(sessionStorage.getItem(rareKeys.sale) ?? 'null'));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

export function saveSale(draft: SaleDraft): void {
  try {
    sessionStorage.setItem(rareKeys.sale, JSON.stringify(draft));
  } catch {
    // If storage is blocked or full, the sale lasts only as long as the page.
  }
}

export function deleteSavedSale(): void {
  try {
    sessionStorage.removeItem(rareKeys.sale);
  } catch {
    // If storage is blocked, nothing was saved.
  }
}
