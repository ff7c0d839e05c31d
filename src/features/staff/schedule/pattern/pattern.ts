import type { ErrorCode } from '#contract/errors.ts';
import type { TemplateFields } from '#contract/management-schedule.ts';
import { createAction } from '#ui/kit/action.ts';
import * as api from '../api.ts';
import { patternMessages } from '../messages.ts';
import type { Fields } from '../model.ts';
import type { ScheduleStore } from '../store.ts';

export type Outcome =
  | { state: 'refused'; code: ErrorCode }
  | { state: 'done'; words: string; undo: (() => Promise<unknown>) | null };

/** Changes the weekly pattern, one change at a time. */
export function createPattern(schedule: Pick<ScheduleStore, 'readPlan' | 'changed'>) {
  const { $busy, $outcome, run } = createAction<Outcome>();

  async function save(id: string | null, changes: Fields, seen: TemplateFields | null): Promise<boolean> {
    const outcome = await run(async () => {
      const answer = await api.saveTemplate(id, changes, seen);
      await schedule.readPlan();
      if (!answer.ok) return { state: 'refused', code: answer.code };
      const { made, template } = answer.value;
      const { active } = template.fields;
      const words =
        id === null
          ? patternMessages.added(made)
          : seen?.active === active
            ? patternMessages.saved
            : active
              ? patternMessages.resumed(made)
              : patternMessages.pausedDone(template.planned);
      schedule.changed();
      const undo = seen === null || id === null ? null : () => save(id, seen, template.fields);
      return { state: 'done', words, undo };
    });
    return outcome?.state === 'done';
  }
  return { $busy, $outcome, save };
}
export type PatternStore = ReturnType<typeof createPattern>;
