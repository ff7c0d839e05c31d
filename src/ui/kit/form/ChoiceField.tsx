import { FieldError } from '../../Field.tsx';

interface Props {
  id: string;
  label: string;
  hint?: string;
  value: string;
  error: string | undefined;
  options: readonly { value: string; label: string }[];
  /** True if the user must choose an option, so that "No answer" is left out. */
  required?: boolean;
  /** The label of the option that chooses nothing. */
  none?: string;
  onType: (value: string) => void;
}

/** The most options that are shown as chips in one row. A longer list becomes a select. */
const MAX_CHIPS = 5;
const NONE = 'No answer';

export function ChoiceField({ options, ...field }: Props) {
  const { value } = field;
  // A saved value can still be chosen after it was removed from the options.
  const all =
    value === '' || options.some((option) => option.value === value)
      ? options
      : [...options, { value, label: value }];
  return all.length > MAX_CHIPS ? <Select {...field} options={all} /> : <Chips {...field} options={all} />;
}

function Select({ id, label, hint, value, error, options, required, none = NONE, onType }: Props) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={error ? 'field bad' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        onChange={(event) => onType(event.target.value)}
      >
        {(!required || value === '') && <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

function Chips({ id, label, hint, value, error, options, required, none = NONE, onType }: Props) {
  const all = required ? options : [...options, { value: '', label: none }];
  return (
    <fieldset className={error ? 'field bad' : 'field'} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      {hint && <p className="hint">{hint}</p>}
      <div className="chips">
        {all.map((option, index) => (
          <label key={option.value} className="chip">
            <input
              type="radio"
              id={index === 0 ? id : `${id}-${option.value}`}
              name={id}
              checked={value === option.value}
              onChange={() => onType(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
