import { CampFields, SessionFields } from '#contract/management-schedule.ts';
import { createFieldsForm, type FormRules } from '../form.ts';
import type { Fields } from '../model.ts';
import type { ItemDetailsStore, Outcome } from './detail.ts';

interface Rules {
  detail: Pick<ItemDetailsStore, 'action' | 'save'>;
  isNew: boolean;
  /** Called once a change is saved. A new session or camp stays open. */
  onLeave: () => void;
}

type SavedOutcome = Exclude<Outcome, { state: 'refused' }>;

function formRules({ detail, isNew, onLeave }: Rules, original: Fields): FormRules<SavedOutcome> {
  /** After somebody else's change, saving replaces the fields that are stored now. */
  let storedFields = original;
  return {
    action: detail.action,
    send: (fields) => detail.save(fields, storedFields),
    onSent(outcome) {
      if (outcome.state === 'conflict') storedFields = outcome.current;
      else if (!isNew) onLeave();
    },
  };
}

export const createSessionForm = (original: SessionFields, rules: Rules) =>
  createFieldsForm(SessionFields, original, formRules(rules, { ...original }));
export const createCampForm = (original: CampFields, rules: Rules) =>
  createFieldsForm(CampFields, original, formRules(rules, { ...original }));
