import { atom, type ReadableAtom } from 'nanostores';
import * as api from './api.ts';
import type { SaleDraft } from './draft.ts';

/**
 * Creates the store of a family's balance in cents. It is 0 until it has been read, for a new family, and if it cannot
 * be used.
 */
export function createFamilyBalance($draft: ReadableAtom<SaleDraft>, canSpend: () => boolean) {
  const $balance = atom(0);
  let read: string | null = null;
  async function readBalance(): Promise<void> {
    const id = $draft.get().family?.family_id ?? null;
    read = id;
    $balance.set(0);
    if (id === null || !canSpend()) return;
    const answer = await api.fetchBalance(id);
    // Another family was chosen while this loaded.
    if (answer.ok && read === id) $balance.set(answer.value.cents);
  }
  $draft.listen(({ family }) => {
    if ((family?.family_id ?? null) !== read) void readBalance();
  });
  return { $balance, readBalance };
}

/** Returns the part of the total in cents that the balance pays, if the seller chose to use it. */
export const balancePart = (draft: Pick<SaleDraft, 'fromBalance'>, balance: number, total: number | null) =>
  draft.fromBalance ? Math.min(balance, total ?? 0) : 0;
