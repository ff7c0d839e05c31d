import { useStore } from '@nanostores/react';
import type { SessionFields, WeekPlan } from '#contract/management-schedule.ts';
import { Field } from '#ui/Field.tsx';
import { useErrorOf } from '#ui/kit/form/Form.tsx';
import { SelectField } from '../SelectField.tsx';
import { type FormOf, limits } from '../form.ts';
import { fieldFault, fieldName, formMessages } from '../messages.ts';
import { locationsFor } from '../model.ts';

interface Props {
  plan: WeekPlan;
  /** The form. A line of the weekly pattern has the fields of a session except its day. */
  form: FormOf<Omit<SessionFields, 'session_date'> & { session_date?: string }>;
  /** True if class and day cannot be changed. */
  fixed: boolean;
}

const options = (list: readonly { id: string; name: string }[]) =>
  list.map(({ id, name }) => [id, name] as const);

export function SessionInputs({ plan, form, fixed }: Props) {
  const draft = useStore(form.$values);
  const errorOf = useErrorOf(form, fieldFault);
  const choice = (field: 'class_type_id' | 'location_id') => ({
    field,
    value: draft[field],
    error: errorOf(field),
    onChoose: (value: string) => form.change({ [field]: value }),
  });
  const input = (field: 'session_date' | 'session_time' | 'duration_minutes' | 'max_capacity') => ({
    id: field,
    label: fieldName(field),
    value: draft[field],
    error: errorOf(field),
    required: true,
    onChange: ({ target }: { target: { value: string } }) => form.change({ [field]: target.value }),
  });
  const number = (field: 'duration_minutes' | 'max_capacity') => ({
    ...input(field),
    type: 'number',
    min: limits[field].least,
    max: limits[field].most,
  });
  return (
    <div className="fields two">
      <SelectField
        {...choice('class_type_id')}
        options={options(plan.class_types)}
        disabled={fixed}
        onChoose={(id) => {
          const minutes = plan.class_types.find((kind) => kind.id === id)?.fields.duration_minutes;
          form.change({
            class_type_id: id,
            ...(minutes !== undefined && { duration_minutes: String(minutes) }),
          });
        }}
      />
      <SelectField {...choice('location_id')} options={options(locationsFor(plan, draft.location_id))} />
      {draft.session_date !== undefined && <Field {...input('session_date')} type="date" disabled={fixed} />}
      <Field {...input('session_time')} type="time" step={300} />
      <Field {...number('duration_minutes')} />
      <SelectField
        field="coach_id"
        value={draft.coach_id ?? ''}
        error={errorOf('coach_id')}
        options={[['', formMessages.noCoach], ...options(plan.coaches)]}
        onChoose={(coach_id) => form.change({ coach_id: coach_id === '' ? null : coach_id })}
      />
      <Field {...number('max_capacity')} wide hint={formMessages.capacityHint} />
    </div>
  );
}
