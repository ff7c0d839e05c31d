import { useStore } from '@nanostores/react';
import type { CampFields, WeekPlan } from '#contract/management-schedule.ts';
import { teamIds } from '#contract/teams.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { useErrorOf } from '#ui/kit/form/Form.tsx';
import { SelectField } from '../SelectField.tsx';
import { type FormOf, limits } from '../form.ts';
import { fieldFault, fieldName, formMessages, teamNames } from '../messages.ts';
import { fitToTier, locationsFor, tierOf } from '../model.ts';

interface Props {
  plan: WeekPlan;
  form: FormOf<CampFields>;
  isNew: boolean;
  /** True if tier and days cannot be changed. */
  fixed: boolean;
}

type TextField = 'name' | 'start_date' | 'end_date' | 'session_time_start' | 'session_time_end' | 'capacity';

/** The inputs of a camp (spec 2 §3). The price belongs to the tier, and the form says so. */
export function CampInputs({ plan, form, isNew, fixed }: Props) {
  const draft = useStore(form.$values);
  const errorOf = useErrorOf(form, fieldFault);
  const soldTier = tierOf(plan, draft.tier);
  const input = (field: TextField) => ({
    id: field,
    label: fieldName(field),
    value: draft[field],
    error: errorOf(field),
    required: true,
    onChange: ({ target }: { target: { value: string } }) => form.change({ [field]: target.value }),
  });
  function chooseTier(value: string): void {
    const next = tierOf(plan, value);
    if (!next) return;
    // If the name equals the tier's title, it changes with the tier.
    const name = isNew && draft.name === (soldTier?.title ?? '') ? (next.title ?? '') : draft.name;
    form.change({ name, tier: next.tier, ...fitToTier(draft, next) });
  }
  return (
    <div className="fields two">
      <SelectField
        field="tier"
        value={draft.tier}
        error={errorOf('tier')}
        options={plan.tiers.map(({ tier, title }) => [tier, title ?? `${tier} (not published)`])}
        disabled={fixed}
        onChoose={chooseTier}
      />
      <SelectField
        field="location_id"
        value={draft.location_id}
        error={errorOf('location_id')}
        options={locationsFor(plan, draft.location_id)
          .filter(({ is_base }) => is_base)
          .map(({ id, name }) => [id, name])}
        onChoose={(location_id) => form.change({ location_id })}
      />
      {soldTier && <p className="quiet all">{formMessages.price(soldTier)}</p>}
      <Field {...input('name')} wide maxLength={120} />
      <Field {...input('start_date')} type="date" disabled={fixed} />
      <Field {...input('end_date')} type="date" disabled={fixed} min={draft.start_date} />
      <Field {...input('session_time_start')} type="time" step={300} />
      <Field {...input('session_time_end')} type="time" step={300} />
      <fieldset className="field all">
        <legend>{fieldName('team_types')}</legend>
        <div className="team-choices">
          {teamIds.map((team) => (
            <label key={team}>
              <input
                type="checkbox"
                checked={draft.team_types.includes(team)}
                onChange={({ target }) =>
                  form.change({
                    team_types: teamIds.filter((teamId) =>
                      teamId === team ? target.checked : draft.team_types.includes(teamId),
                    ),
                  })
                }
              />
              {teamNames[team]}
            </label>
          ))}
        </div>
      </fieldset>
      <Field
        {...input('capacity')}
        wide
        type="number"
        min={limits.capacity.least}
        max={limits.capacity.most}
        hint={formMessages.capacityHint}
      />
      <div className="all">
        <Checkbox
          id="is_active"
          checked={draft.is_active}
          note={formMessages.onSaleNote}
          onChange={({ target }) => form.change({ is_active: target.checked })}
        >
          {formMessages.onSale}
        </Checkbox>
      </div>
    </div>
  );
}
