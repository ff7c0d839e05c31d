import type { FamilyFirstAid } from '#contract/first-aid.ts';
import { atom } from 'nanostores';
import { readFirstAid } from '../api.ts';

export type FirstAidView =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; entries: FamilyFirstAid };

/** Creates the store of first-aid records, which are read on each visit and never saved in the browser. */
export function createFirstAid() {
  const $view = atom<FirstAidView>({ state: 'loading' });

  async function open(): Promise<void> {
    const answer = await readFirstAid();
    if (answer.ok) $view.set({ state: 'ready', entries: answer.value });
    else if ($view.get().state !== 'ready') $view.set({ state: 'failed' });
  }
  return { $view, open };
}
