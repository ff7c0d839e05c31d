import { useStore } from '@nanostores/react';
import avatar from '../../assets/mascot/avatar-5.svg?url';
import type { Cart } from '../../lib/cart.ts';
import { ageOn } from '../../lib/dates.ts';
import { Field, FieldError } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { warning } from '../../ui/icons.ts';
import { ageWords, faultWords, fieldNames } from './messages.ts';
import { ageRemark, birthDate } from './model.ts';
import type { Checkout } from './store.ts';

const parts = [
  { key: 'day', label: 'Day', hint: 'DD', max: 2 },
  { key: 'month', label: 'Month', hint: 'MM', max: 2 },
  { key: 'year', label: 'Year', hint: 'YYYY', max: 4 },
] as const;

export function ChildFields({ checkout }: { checkout: Checkout }) {
  const { form } = checkout;
  const values = useStore(form.$form);
  const faults = useStore(form.$faults);
  const cart = useStore(checkout.$cart);
  const dob = birthDate(values);
  const age = dob && cart ? ageOn(dob, cart.sessionDate) : null;
  return (
    <div className="card fields two">
      <div className="child-head all">
        <img src={avatar} width="64" height="64" alt="" />
        <div>
          <h3>{values.childName.trim() || 'Your child'}</h3>
          <p>{cart?.selectedSession.teamLabel}</p>
        </div>
      </div>
      <Field
        id="childName"
        label={fieldNames.childName}
        autoCapitalize="words"
        spellCheck={false}
        autoComplete="off"
        value={values.childName}
        error={faults.childName && faultWords('childName', faults.childName)}
        onChange={(event) => form.type('childName', event.target.value)}
        required
      />
      <fieldset
        className={faults.dob ? 'field bad' : 'field'}
        aria-describedby={faults.dob ? 'dob-error' : undefined}
      >
        <legend>{fieldNames.dob}</legend>
        <div className="birth-date">
          {parts.map((part, index) => (
            <label key={part.key}>
              <span className="sr-only">{part.label}</span>
              <input
                className="input numbers"
                id={index === 0 ? 'dob' : `dob-${part.key}`}
                inputMode="numeric"
                autoComplete="off"
                maxLength={part.max}
                placeholder={part.hint}
                value={values[part.key]}
                aria-invalid={faults.dob ? true : undefined}
                onChange={(event) => {
                  form.type(part.key, event.target.value);
                }}
                onBlur={(event) => {
                  const within = event.currentTarget.closest('fieldset')?.contains(event.relatedTarget);
                  if (!within) void form.leave('dob');
                }}
                required
              />
            </label>
          ))}
        </div>
        {faults.dob && <FieldError id="dob-error">{faultWords('dob', faults.dob)}</FieldError>}
      </fieldset>
      {/* Always there, so that a screen reader hears what appears in it. */}
      <div className="age-status all" role="status">
        {age !== null && cart && <AgeLine age={age} team={cart.selectedTeam} />}
      </div>
    </div>
  );
}

function AgeLine({ age, team }: { age: number; team: Cart['selectedTeam'] }) {
  const remark = ageRemark(age, team);
  if (remark === null) return null;
  if (remark === 'outside')
    return (
      <p className="age-line unsure">
        <Icon path={warning} />
        {ageWords.outside(age, team)}
      </p>
    );
  return (
    <p className="age-line">
      <svg viewBox="0 0 18 18" aria-hidden="true">
        <circle cx="9" cy="9" r="8" />
        <path className="mark" d="M5.2 9.3 8 12l5-5.7" />
      </svg>
      {ageWords.fits(age)}
    </p>
  );
}
