import { fieldName } from './messages.ts';

interface Props {
  field: string;
  value: string;
  options: readonly (readonly [value: string, words: string])[];
  disabled?: boolean;
  onChoose: (value: string) => void;
}

/** A select with its label. */
export const Choice = ({ field, value, options, disabled = false, onChoose }: Props) => (
  <div className="field">
    <label htmlFor={`form-${field}`}>{fieldName(field)}</label>
    <select
      id={`form-${field}`}
      className="input"
      value={value}
      disabled={disabled}
      onChange={({ target }) => onChoose(target.value)}
    >
      {options.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  </div>
);
