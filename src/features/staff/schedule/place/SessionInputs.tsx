import type { SessionFields, WeekPlan } from '#contract/management-schedule.ts';
import { Field } from '#ui/Field.tsx';
import { Choice } from '../Choice.tsx';
import { fieldName, formMessages } from '../messages.ts';
import type { Fields } from '../model.ts';

/** The fields that a session and a line of the weekly pattern share. */
type Draft = Omit<SessionFields, 'session_date'> & { session_date?: string };
interface Props {
  plan: WeekPlan;
  draft: Draft;
  fixed: boolean;
  change: (more: Fields) => void;
}

const options = (list: readonly { id: string; name: string }[]) =>
  list.map(({ id, name }) => [id, name] as const);

export const SessionInputs = ({ plan, draft, fixed, change }: Props) => (
  <div className="fields two">
    <Choice
      field="class_type_id"
      value={draft.class_type_id}
      options={options(plan.class_types)}
      disabled={fixed}
      onChoose={(class_type_id) => change({ class_type_id })}
    />
    <Choice
      field="location_id"
      value={draft.location_id}
      options={options(plan.locations)}
      onChoose={(location_id) => change({ location_id })}
    />
    {draft.session_date !== undefined && (
      <Field
        id="form-session_date"
        type="date"
        label={fieldName('session_date')}
        value={draft.session_date}
        required
        disabled={fixed}
        onChange={({ target }) => change({ session_date: target.value })}
      />
    )}
    <Field
      id="form-session_time"
      type="time"
      step={300}
      label={fieldName('session_time')}
      value={draft.session_time}
      required
      onChange={({ target }) => change({ session_time: target.value })}
    />
    <Field
      id="form-duration_minutes"
      type="number"
      min={15}
      max={480}
      label={fieldName('duration_minutes')}
      value={draft.duration_minutes}
      required
      onChange={({ target }) => change({ duration_minutes: target.valueAsNumber })}
    />
    <Choice
      field="coach_id"
      value={draft.coach_id ?? ''}
      options={[['', formMessages.noCoach], ...options(plan.coaches)]}
      onChoose={(coach_id) => change({ coach_id: coach_id === '' ? null : coach_id })}
    />
    <Field
      id="form-max_capacity"
      wide
      type="number"
      min={0}
      max={100}
      label={fieldName('max_capacity')}
      hint={formMessages.capacityHint}
      value={draft.max_capacity}
      required
      onChange={({ target }) => change({ max_capacity: target.valueAsNumber })}
    />
  </div>
);
