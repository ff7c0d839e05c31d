import type { ErrorCode } from '#contract/errors.ts';
import type { CancelByStaffPreview, Consequences } from '#contract/management-schedule.ts';
import { atom } from 'nanostores';
import * as api from '../api.ts';

export type CallOffView =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  /** `refused`: nothing was done; `anew`: the numbers differ from those shown before. */
  | { state: 'asks'; preview: CancelByStaffPreview; busy: boolean; refused: ErrorCode | null; anew: boolean }
  | { state: 'done'; done: Consequences; refunds: boolean };

/** Cancels these places after showing the consequences. */
export function createCallOff(ids: readonly string[], onDone: (done: Consequences) => void) {
  const $view = atom<CallOffView>({ state: 'loading' });

  async function look(anew = false): Promise<void> {
    const answer = await api.previewCallOff(ids);
    $view.set(
      answer.ok
        ? { state: 'asks', preview: answer.value, busy: false, refused: null, anew }
        : { state: 'failed', code: answer.code },
    );
  }

  async function retry(): Promise<void> {
    $view.set({ state: 'loading' });
    await look();
  }

  async function decide(reason: string, refunds: boolean): Promise<void> {
    const shown = $view.get();
    if (shown.state !== 'asks' || shown.busy) return;
    $view.set({ ...shown, busy: true, refused: null, anew: false });
    const answer = await api.callOff(ids, reason, refunds, shown.preview[refunds ? 'refund' : 'choice']);
    if (answer.ok) {
      $view.set({ state: 'done', done: answer.value, refunds });
      onDone(answer.value);
    } else if (answer.code === 'changed_meanwhile') await look(true);
    else $view.set({ ...shown, busy: false, refused: answer.code });
  }

  return { $view, look, retry, decide };
}
export type CallOff = ReturnType<typeof createCallOff>;
