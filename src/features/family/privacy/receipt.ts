import type { ErrorCode } from '#contract/errors.ts';
import type { PrivacyReceipt } from '#contract/family-privacy.ts';
import { atom } from 'nanostores';
import { readReceipt } from './api.ts';

export type ReceiptView =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  | { state: 'ready'; receipt: PrivacyReceipt };

export function createReceipt() {
  const $view = atom<ReceiptView>({ state: 'loading' });
  /** The child whose reads are listed. Null lists reads about everybody. */
  const $child = atom<string | null>(null);

  async function open(): Promise<void> {
    const answer = await readReceipt();
    if (answer.ok) $view.set({ state: 'ready', receipt: answer.value });
    else if ($view.get().state !== 'ready') $view.set({ state: 'failed', code: answer.code });
  }

  function retry(): void {
    $view.set({ state: 'loading' });
    void open();
  }

  return { $view, $child, open, retry, show: (childId: string | null) => $child.set(childId) };
}
export type Receipt = ReturnType<typeof createReceipt>;
