import type { ErrorCode } from '#contract/errors.ts';
import type { TemplateFields } from '#contract/management-schedule.ts';
import { atom } from 'nanostores';
import * as api from '../api.ts';
import { patternWords } from '../messages.ts';
import type { Fields } from '../model.ts';
import type { ScheduleStore } from '../store.ts';

export type PatternAct =
  | { state: 'idle' | 'busy' }
  | { state: 'refused'; code: ErrorCode }
  | { state: 'done'; words: string; undo: (() => Promise<unknown>) | null };

/** Changes the weekly pattern, one change at a time. */
export function createPattern(schedule: Pick<ScheduleStore, 'readPlan' | 'changed'>) {
  const $act = atom<PatternAct>({ state: 'idle' });

  async function save(id: string | null, changes: Fields, seen: TemplateFields | null): Promise<boolean> {
    if ($act.get().state === 'busy') return false;
    $act.set({ state: 'busy' });
    const answer = await api.saveTemplate(id, changes, seen);
    await schedule.readPlan();
    if (!answer.ok) {
      $act.set({ state: 'refused', code: answer.code });
      return false;
    }
    const { made, template } = answer.value;
    const { active } = template.fields;
    const words =
      id === null
        ? patternWords.added(made)
        : seen?.active === active
          ? patternWords.saved
          : active
            ? patternWords.resumed(made)
            : patternWords.pausedDone(template.planned);
    $act.set({
      ...{ state: 'done', words },
      undo: seen === null || id === null ? null : () => save(id, seen, template.fields),
    });
    schedule.changed();
    return true;
  }
  return { $act, save };
}
export type PatternStore = ReturnType<typeof createPattern>;
