import type { CancelledDays, DayMoney } from '#contract/camp-days.ts';
import { atom } from 'nanostores';
import type { Failure } from '#api/errors.ts';
import { createAction } from '#ui/kit/action.ts';
import * as api from './api.ts';

export interface DayChoice {
  days: readonly string[];
  money: DayMoney;
}

/** What the chosen days would do. `none` means that no day is chosen. */
export type DaysPreview =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'failed'; refused: Failure }
  | { state: 'ready'; counts: CancelledDays };

export type DaysOutcome =
  | { state: 'done'; days: readonly string[]; counts: CancelledDays }
  | { state: 'refused'; refused: Failure }
  /** The numbers differ from those that staff saw, so nothing was cancelled. */
  | { state: 'changed' };

/** Creates the store that shows the consequences before days of a camp are cancelled. */
export function createDayCancellation(campId: string, onDone: () => Promise<void>) {
  const $choice = atom<DayChoice>({ days: [], money: 'refund' });
  const $preview = atom<DaysPreview>({ state: 'none' });
  const { $busy, $outcome, run } = createAction<DaysOutcome>();

  async function preview(): Promise<void> {
    const choice = $choice.get();
    if (choice.days.length === 0) {
      $preview.set({ state: 'none' });
      return;
    }
    $preview.set({ state: 'loading' });
    const answer = await api.previewCancelledDays(campId, choice.days, choice.money);
    // Staff have chosen something else meanwhile.
    if ($choice.get() !== choice) return;
    $preview.set(answer.ok ? { state: 'ready', counts: answer.value } : { state: 'failed', refused: answer });
  }

  function choose(changed: Partial<DayChoice>): void {
    $choice.set({ ...$choice.get(), ...changed });
    $outcome.set(null);
    void preview();
  }
  function toggle(day: string): void {
    const { days } = $choice.get();
    choose({ days: days.includes(day) ? days.filter((other) => other !== day) : [...days, day].toSorted() });
  }

  async function confirm(reason: string, instead: string): Promise<void> {
    const { days, money } = $choice.get();
    const seen = $preview.get();
    if (seen.state !== 'ready') return;
    const { counts } = seen;
    const outcome = await run(async () => {
      const gift = money === 'other' ? instead : null;
      const answer = await api.cancelDays(campId, days, reason, money, gift, counts);
      if (answer.ok) return { state: 'done', days, counts: answer.value };
      if (answer.code !== 'changed_meanwhile') return { state: 'refused', refused: answer };
      await preview();
      return { state: 'changed' };
    });
    if (outcome?.state === 'done') await onDone();
  }

  return { $choice, $preview, $outcome, $busy, preview, choose, toggle, confirm };
}
export type DayCancellation = ReturnType<typeof createDayCancellation>;
