import type { ErrorCode } from '#contract/errors.ts';
import type { Clash } from '#contract/place-changes.ts';
import { TemplateFields } from '#contract/management-schedule.ts';
import { createAction } from '#ui/kit/action.ts';
import * as api from '../api.ts';
import { createFieldsForm } from '../form.ts';
import { changesOf, type Fields } from '../model.ts';
import { patternMessages } from './messages.ts';
import type { ScheduleStore } from '../store.ts';

interface AppliedPattern {
  state: 'done';
  text: string;
  clashes: readonly Clash[];
  undo: (() => Promise<unknown>) | null;
}
export type Outcome = AppliedPattern | { state: 'refused'; code: ErrorCode; field?: string };

export function createPattern(schedule: Pick<ScheduleStore, 'readPlan' | 'refreshAfterChange'>) {
  const action = createAction<Outcome>();

  /**
   * Saves a template. If no id is given, creates one. `original` has the fields that staff saw, or is null for a new
   * template.
   */
  async function change(
    id: string | null,
    changes: Fields,
    original: TemplateFields | null,
  ): Promise<Outcome> {
    const answer = await api.saveTemplate(id, changes, original && { ...original });
    await schedule.readPlan();
    if (!answer.ok) {
      const { code, field } = answer;
      return { state: 'refused', code, ...(field !== undefined && { field }) };
    }
    const { made, template, clashes } = answer.value;
    const { active } = template.fields;
    const savedText = () => {
      if (id === null) return patternMessages.added(made);
      if (original?.active === active) return patternMessages.saved;
      return active ? patternMessages.resumed(made) : patternMessages.pausedDone(template.planned);
    };
    schedule.refreshAfterChange();
    const undo =
      original === null || id === null
        ? null
        : () => action.run(() => change(id, { ...original }, template.fields));
    return { state: 'done', text: savedText(), clashes, undo };
  }

  const setActive = (id: string, original: TemplateFields, active: boolean) =>
    action.run(() => change(id, { active }, original));

  /**
   * Creates the form of a template. If no id is given, the form creates a new one. `original` has the values with
   * which the form opens.
   */
  const createTemplateForm = (id: string | null, original: TemplateFields, onLeave: () => void) =>
    createFieldsForm<TemplateFields, AppliedPattern>(TemplateFields, original, {
      action,
      send: (fields) =>
        id === null ? change(null, fields, null) : change(id, changesOf({ ...original }, fields), original),
      onSent: onLeave,
    });

  return { $busy: action.$busy, $outcome: action.$outcome, setActive, createTemplateForm };
}
export type PatternStore = ReturnType<typeof createPattern>;
