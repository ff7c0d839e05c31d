import { FieldError } from '#ui/Field.tsx';
import { fieldName } from './messages.ts';

interface Props {
  field: string;
  value: string;
  error: string | undefined;
  options: readonly (readonly [value: string, label: string])[];
  disabled?: boolean;
  onChoose: (value: string) => void;
}

export const SelectField = ({ field, value, error, options, disabled = false, onChoose }: Props) => (
  <div className={error ? 'field bad' : 'field'}>
    <label htmlFor={field}>{fieldName(field)}</label>
    <select
      id={field}
      className="input"
      value={value}
      disabled={disabled}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${field}-error` : undefined}
      onChange={({ target }) => onChoose(target.value)}
    >
      {options.map(([option, label]) => (
        <option key={option} value={option}>
          {label}
        </option>
      ))}
    </select>
    {error && <FieldError id={`${field}-error`}>{error}</FieldError>}
  </div>
);
