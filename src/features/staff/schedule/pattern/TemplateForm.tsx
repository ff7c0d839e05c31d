import { useState } from 'react';
import type { TemplateFields, WeekPlan } from '#contract/management-schedule.ts';
import { Button } from '#ui/Button.tsx';
import { useEntered } from '#ui/staff/use-entered.ts';
import { Choice } from '../Choice.tsx';
import { formMessages, patternMessages, placeMessages, weekdayNames } from '../messages.ts';
import { changesOf } from '../model.ts';
import type { PatternStore } from './pattern.ts';
import { SessionInputs } from '../place/SessionInputs.tsx';

interface Props {
  pattern: PatternStore;
  plan: WeekPlan;
  /** Null for a new line. */
  id: string | null;
  seen: TemplateFields;
  onLeave: () => void;
}

/** A line of the weekly pattern. Its class, place, day and time cannot be changed later. */
export function TemplateForm({ pattern, plan, id, seen, onLeave }: Props) {
  const [draft, setDraft] = useState<TemplateFields>(seen);
  const place = useEntered<HTMLFormElement>();
  return (
    <form
      ref={place}
      className="sheet schedule-form"
      aria-label={id === null ? patternMessages.add : placeMessages.edit}
      onSubmit={(event) => {
        event.preventDefault();
        const changes = id === null ? draft : changesOf(seen, draft);
        void pattern.save(id, changes, id === null ? null : seen).then((isDone) => isDone && onLeave());
      }}
    >
      <Choice
        field="weekday"
        value={String(draft.weekday)}
        options={Object.entries(weekdayNames)}
        disabled={id !== null}
        onChoose={(weekday) => setDraft({ ...draft, weekday: weekday === '7' ? 7 : 6 })}
      />
      <SessionInputs
        plan={plan}
        draft={draft}
        fixed={id !== null}
        change={(more) => setDraft({ ...draft, ...more })}
      />
      <div className="row">
        <Button kind="solid" small type="submit">
          {id === null ? formMessages.make : formMessages.save}
        </Button>
        <Button kind="line" small onClick={onLeave}>
          {formMessages.cancel}
        </Button>
      </div>
    </form>
  );
}
