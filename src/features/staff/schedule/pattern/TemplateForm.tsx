import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { TemplateFields, WeekPlan } from '#contract/management-schedule.ts';
import { Button } from '#ui/Button.tsx';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { useEntered } from '#ui/staff/use-entered.ts';
import { SelectField } from '../SelectField.tsx';
import { SessionInputs } from '../item/SessionInputs.tsx';
import { fieldFault, formMessages, itemMessages } from '../messages.ts';
import { patternMessages, weekdayNames } from './messages.ts';
import type { PatternStore } from './store.ts';

interface Props {
  pattern: PatternStore;
  plan: WeekPlan;
  id: string | null;
  original: TemplateFields;
  onLeave: () => void;
}

/** The form of a line. Its class, weekday, time and season cannot be changed later. */
export function TemplateForm({ pattern, plan, id, original, onLeave }: Props) {
  const [form] = useState(() => pattern.createTemplateForm(id, original, onLeave));
  const { weekday, season_id } = useStore(form.$values);
  const busy = useStore(form.$busy);
  const errorOf = useErrorOf(form, fieldFault);
  const place = useEntered<HTMLDivElement>();
  return (
    <div ref={place}>
      <Form
        form={form}
        className="sheet schedule-form"
        label={id === null ? patternMessages.add : itemMessages.edit}
      >
        <SelectField
          field="weekday"
          value={weekday}
          error={errorOf('weekday')}
          options={Object.entries(weekdayNames)}
          disabled={id !== null}
          onChoose={(value) => form.change({ weekday: value })}
        />
        <SelectField
          field="season_id"
          value={season_id ?? ''}
          error={errorOf('season_id')}
          options={[
            ['', patternMessages.everyWeek],
            ...plan.seasons.map(({ id: season, name }) => [season, name] as const),
          ]}
          disabled={id !== null}
          onChoose={(value) => form.change({ season_id: value === '' ? null : value })}
        />
        <SessionInputs plan={plan} form={form} fixed={id !== null} />
        <div className="row">
          <Button kind="solid" small type="submit" busy={busy}>
            {id === null ? formMessages.create : formMessages.save}
          </Button>
          <Button kind="line" small onClick={onLeave}>
            {formMessages.goBack}
          </Button>
        </div>
      </Form>
    </div>
  );
}
