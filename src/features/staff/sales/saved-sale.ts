import { readStored, writeStored } from '#browser/storage.ts';
import { forget } from '#browser/text-storage.ts';
import * as rareKeys from '#config/rare-storage-keys.ts';
import { SaleDraft } from './draft.ts';

/** Returns the current sale. It is saved in this tab until it is sold or discarded, so a reload loses nothing. */
export const readSavedSale = (): SaleDraft | null => readStored(rareKeys.sale, SaleDraft, 'session');

export const saveSale = (draft: SaleDraft): boolean => writeStored(rareKeys.sale, draft, 'session');

export const deleteSavedSale = (): void => forget(rareKeys.sale, 'session');
