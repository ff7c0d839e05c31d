import type { ErrorCode } from '#contract/errors.ts';
import type { MergePreview, StaffFamily } from '#contract/management-families.ts';
import { atom } from 'nanostores';
import * as api from './api.ts';

export type MergeView =
  | { state: 'idle' }
  | { state: 'looking' }
  | { state: 'refused'; code: ErrorCode }
  /** While `busy` is true, the merge is running. `changed` is true if the result differs from the earlier preview. */
  | { state: 'ready'; from: string; into: string; preview: MergePreview; busy: boolean; changed: boolean };

/** The search for families that are not among the possible duplicates. */
export type SearchState =
  | { state: 'idle' | 'searching' | 'failed' }
  | { state: 'ready'; rows: StaffFamily[] };
const FOUND_MAX = 6;

/** Staff choose a family, read the preview and confirm the merge with a second click. */
export function createMerge(familyId: string, onMerged: (into: string) => void) {
  const $view = atom<MergeView>({ state: 'idle' });
  const $found = atom<SearchState>({ state: 'idle' });
  /** The number of the latest request. Answers to earlier requests are ignored. */
  let latestRequest = 0;

  async function loadPreview(from: string, into: string, mayTurn = true, hasChanged = false): Promise<void> {
    const request = ++latestRequest;
    $view.set({ state: 'looking' });
    const answer = await api.previewMerge(from, into);
    if (request !== latestRequest) return;
    if (answer.ok)
      $view.set({ state: 'ready', from, into, preview: answer.value, busy: false, changed: hasChanged });
    // A guest's family cannot be the remaining one, so the two families are swapped.
    else if (mayTurn && answer.code === 'invalid_input' && answer.field === 'p_into')
      await loadPreview(into, from, false);
    else $view.set({ state: 'refused', code: answer.code });
  }
  const choose = (otherId: string) => loadPreview(otherId, familyId);

  async function swapFamilies(): Promise<void> {
    const view = $view.get();
    if (view.state === 'ready' && !view.busy) await loadPreview(view.into, view.from, false);
  }

  function closePreview(): void {
    latestRequest++;
    $view.set({ state: 'idle' });
  }

  async function merge(): Promise<void> {
    const view = $view.get();
    if (view.state !== 'ready' || view.busy) return;
    $view.set({ ...view, busy: true });
    const answer = await api.merge(view.from, view.into, view.preview.fingerprint);
    if (answer.ok) onMerged(view.into);
    // Nothing was merged, because the preview was outdated. Staff must confirm the new one.
    else if (answer.code === 'changed_meanwhile') await loadPreview(view.from, view.into, false, true);
    else $view.set({ state: 'refused', code: answer.code });
  }

  async function search(text: string): Promise<void> {
    if (text.trim() === '') {
      $found.set({ state: 'idle' });
      return;
    }
    $found.set({ state: 'searching' });
    const answer = await api.fetchFamilies({ search: text.trim() }, '-created', null, FOUND_MAX + 1);
    if (!answer.ok) $found.set({ state: 'failed' });
    else
      $found.set({
        state: 'ready',
        rows: answer.value.rows.filter(({ family_id }) => family_id !== familyId).slice(0, FOUND_MAX),
      });
  }

  return { $view, $found, choose, turn: swapFamilies, leave: closePreview, merge, search };
}
export type Merge = ReturnType<typeof createMerge>;
