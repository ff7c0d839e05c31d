import type { DateParts } from '../../domain/person.ts';
import { FieldError } from '../Field.tsx';

const parts = [
  { key: 'day', label: 'Day', hint: 'DD', max: 2 },
  { key: 'month', label: 'Month', hint: 'MM', max: 2 },
  { key: 'year', label: 'Year', hint: 'YYYY', max: 4 },
] as const;

interface Props {
  /** Of the first field, where a summary leads. */
  id: string;
  label: string;
  value: DateParts;
  error?: string | undefined;
  onType: (patch: Partial<DateParts>) => void;
  /** The focus has left all three fields. */
  onLeave?: () => void;
}

/** A birth date in three fields, which a phone fills faster than any calendar. */
export function BirthDate({ id, label, value, error, onType, onLeave }: Props) {
  return (
    <fieldset className={error ? 'field bad' : 'field'} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      <div className="birth-date">
        {parts.map((part, at) => (
          <label key={part.key}>
            <span className="sr-only">{part.label}</span>
            <input
              className="input numbers"
              id={at === 0 ? id : `${id}-${part.key}`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={part.max}
              placeholder={part.hint}
              value={value[part.key]}
              aria-invalid={error ? true : undefined}
              onChange={(event) => onType({ [part.key]: event.target.value })}
              onBlur={(event) => {
                const within = event.currentTarget.closest('fieldset')?.contains(event.relatedTarget);
                if (!within) onLeave?.();
              }}
              required
            />
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
