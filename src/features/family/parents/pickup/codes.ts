import type { PickupCode } from '#contract/pickup.ts';
import { atom } from 'nanostores';
import { readPickupCodes } from '../api.ts';

export type CodesView = { state: 'loading' | 'failed' } | { state: 'ready'; codes: readonly PickupCode[] };

/** Creates the store of the codes, which are read on each visit and never saved in the browser. */
export function createCodes() {
  const $view = atom<CodesView>({ state: 'loading' });

  async function open(): Promise<void> {
    const answer = await readPickupCodes();
    if (answer.ok) $view.set({ state: 'ready', codes: answer.value });
    else if ($view.get().state !== 'ready') $view.set({ state: 'failed' });
  }

  function retry(): void {
    $view.set({ state: 'loading' });
    void open();
  }

  return { $view, open, retry };
}
export type Codes = ReturnType<typeof createCodes>;
