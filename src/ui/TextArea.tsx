import { FieldError } from './Field.tsx';
import './field.css';

interface Props {
  id: string;
  label: string;
  value: string;
  hint?: string;
  error?: string | undefined;
  /** True if the field is disabled. It is then empty, and the typed text returns when it is enabled again. */
  disabled?: boolean;
  rows?: number;
  /** The most characters. */
  most?: number;
  onType: (text: string) => void;
}

export function TextArea({
  id,
  label,
  value,
  hint,
  error,
  disabled = false,
  rows = 3,
  most = 2000,
  onType,
}: Props) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={error ? 'field bad' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input"
        rows={rows}
        maxLength={most}
        autoComplete="off"
        disabled={disabled}
        value={disabled ? '' : value}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        onChange={(event) => onType(event.target.value)}
      />
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
