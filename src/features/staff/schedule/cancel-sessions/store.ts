import type { CancelByStaffPreview, Consequences } from '#contract/management-schedule.ts';
import { atom } from 'nanostores';
import type { Failure } from '#api/errors.ts';
import * as api from '../api.ts';

export type CancellationView =
  | { state: 'loading' }
  | { state: 'failed'; refused: Failure }
  | {
      state: 'form';
      preview: CancelByStaffPreview;
      busy: boolean;
      /** The refusal if nothing was cancelled. */
      refused: Failure | null;
      /** True if the numbers differ from those that staff saw before. */
      hasChanged: boolean;
    }
  | {
      state: 'done';
      done: Consequences;
      /** True if all families are refunded. Otherwise those that have paid in full choose. */
      refunds: boolean;
    };

/** Creates the store that shows the consequences before sessions and camps are cancelled. */
export function createCancellation(ids: readonly string[], onDone: (consequences: Consequences) => void) {
  const $view = atom<CancellationView>({ state: 'loading' });

  async function preview(hasChanged = false): Promise<void> {
    const answer = await api.previewCancellation(ids);
    $view.set(
      answer.ok
        ? { state: 'form', preview: answer.value, busy: false, refused: null, hasChanged }
        : { state: 'failed', refused: answer },
    );
  }

  async function retry(): Promise<void> {
    $view.set({ state: 'loading' });
    await preview();
  }

  async function confirm(reason: string, refunds: boolean): Promise<void> {
    const view = $view.get();
    if (view.state !== 'form' || view.busy) return;
    $view.set({ ...view, busy: true, refused: null, hasChanged: false });
    const answer = await api.cancelItems(ids, reason, refunds, view.preview[refunds ? 'refund' : 'choice']);
    if (answer.ok) {
      $view.set({ state: 'done', done: answer.value, refunds });
      onDone(answer.value);
    } else if (answer.code === 'changed_meanwhile') await preview(true);
    else $view.set({ ...view, busy: false, refused: answer });
  }

  return { $view, preview, retry, confirm };
}
export type Cancellation = ReturnType<typeof createCancellation>;
