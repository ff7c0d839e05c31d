import { atom, type ReadableAtom } from 'nanostores';
import * as api from './api.ts';
import type { SaleDraft } from './draft.ts';

/** The balance of the chosen family in cents; 0 until it is read, for a new family, and where it can't be used. */
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

/** What the balance pays of a total, if the seller ticked it: all, a part, or nothing. */
export const balancePart = (draft: Pick<SaleDraft, 'fromBalance'>, balance: number, total: number | null) =>
  draft.fromBalance ? Math.min(balance, total ?? 0) : 0;
