import { useStore } from '@nanostores/react';
import { Field, FieldError } from '../../ui/Field.tsx';
import type { WaitlistForm } from './form.ts';
import { faultWords, messages } from './messages.ts';
import type { Child } from './model.ts';

const parts = [
  { key: 'day', label: 'Day', hint: 'DD', max: 2 },
  { key: 'month', label: 'Month', hint: 'MM', max: 2 },
  { key: 'year', label: 'Year', hint: 'YYYY', max: 4 },
] as const;

export function ChildFields({ form, child, index }: { form: WaitlistForm; child: Child; index: number }) {
  const faults = useStore(form.$faults);
  const several = useStore(form.$form).children.length > 1;
  const id = `children[${index}]`;
  const nameFault = faults[`${id}.name`];
  const dobFault = faults[`${id}.dob`];
  const title = child.friend ? messages.friend : messages.child(index);
  return (
    <fieldset className="card fields two waitlist-child">
      <legend className="sr-only">{title}</legend>
      <div className="all waitlist-child-head">
        <h3>{child.name.trim() || title}</h3>
        {several && (
          <button
            type="button"
            className="text-button"
            aria-label={messages.remove(child.name.trim() || title)}
            onClick={() => form.remove(index)}
          >
            Remove
          </button>
        )}
      </div>
      {child.friend && <p className="all hint">{messages.friendHint}</p>}
      <Field
        id={`${id}.name`}
        label={child.friend ? 'Friend’s name' : 'Child’s name'}
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        value={child.name}
        error={nameFault && faultWords(nameFault)}
        onChange={(event) => form.typeChild(index, 'name', event.target.value)}
        required
      />
      {!child.friend && (
        <fieldset
          className={dobFault ? 'field bad' : 'field'}
          aria-describedby={dobFault ? `${id}.dob-error` : undefined}
        >
          <legend>Date of birth</legend>
          <div className="birth-date">
            {parts.map((part, at) => (
              <label key={part.key}>
                <span className="sr-only">{part.label}</span>
                <input
                  className="input numbers"
                  id={at === 0 ? `${id}.dob` : `${id}.${part.key}`}
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={part.max}
                  placeholder={part.hint}
                  value={child[part.key]}
                  aria-invalid={dobFault ? true : undefined}
                  onChange={(event) => form.typeChild(index, part.key, event.target.value)}
                  required
                />
              </label>
            ))}
          </div>
          {dobFault && <FieldError id={`${id}.dob-error`}>{faultWords(dobFault)}</FieldError>}
        </fieldset>
      )}
    </fieldset>
  );
}
