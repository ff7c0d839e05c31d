import type { CampFields, WeekPlan } from '#contract/management-schedule.ts';
import { teamIds } from '#contract/teams.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { Choice } from '../Choice.tsx';
import { fieldName, formMessages, teamNames } from '../messages.ts';
import { type Fields, fittedToTier, tierOf } from '../model.ts';

interface Props {
  plan: WeekPlan;
  draft: CampFields;
  isNew: boolean;
  fixed: boolean;
  change: (more: Fields) => void;
}

/** The fields of the specification. The price belongs to the tier, and the form says so. */
export function CampInputs({ plan, draft, isNew, fixed, change }: Props) {
  const sold = tierOf(plan, draft.tier);
  const text = (field: 'name' | 'start_date' | 'end_date' | 'session_time_start' | 'session_time_end') => ({
    id: `form-${field}`,
    label: fieldName(field),
    value: draft[field],
    required: true,
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [field]: target.value }),
  });
  return (
    <div className="fields two">
      <Choice
        field="tier"
        value={draft.tier}
        options={plan.tiers.map(({ tier, title }) => [tier, title ?? `${tier} (not published)`])}
        disabled={fixed}
        onChoose={(value) => {
          const next = tierOf(plan, value);
          if (!next) return;
          const fitted = fittedToTier({ ...draft, tier: next.tier }, next);
          // If the name was the tier's, it changes with the tier.
          change({
            ...fitted,
            ...(isNew && draft.name === (sold?.title ?? '') && { name: next.title ?? '' }),
          });
        }}
      />
      <Choice
        field="location_id"
        value={draft.location_id}
        options={plan.locations.filter(({ is_base }) => is_base).map(({ id, name }) => [id, name])}
        onChoose={(location_id) => change({ location_id })}
      />
      {sold && <p className="quiet all">{formMessages.price(sold)}</p>}
      <Field {...text('name')} wide maxLength={120} />
      <Field {...text('start_date')} type="date" disabled={fixed} />
      <Field {...text('end_date')} type="date" disabled={fixed} min={draft.start_date} />
      <Field {...text('session_time_start')} type="time" step={300} />
      <Field {...text('session_time_end')} type="time" step={300} />
      <fieldset className="field all">
        <legend>{fieldName('team_types')}</legend>
        <div className="team-choices">
          {teamIds.map((team) => (
            <label key={team}>
              <input
                type="checkbox"
                checked={draft.team_types.includes(team)}
                onChange={({ target }) =>
                  change({
                    team_types: teamIds.filter((one) =>
                      one === team ? target.checked : draft.team_types.includes(one),
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
        id="form-capacity"
        wide
        type="number"
        min={1}
        max={500}
        label={fieldName('capacity')}
        hint={formMessages.capacityHint}
        value={draft.capacity}
        required
        onChange={({ target }) => change({ capacity: target.valueAsNumber })}
      />
      <div className="all">
        <Checkbox
          id="form-is_active"
          checked={draft.is_active}
          note={formMessages.onSaleNote}
          onChange={({ target }) => change({ is_active: target.checked })}
        >
          {formMessages.onSale}
        </Checkbox>
      </div>
    </div>
  );
}
