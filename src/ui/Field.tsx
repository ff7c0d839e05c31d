import type { InputHTMLAttributes, ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { warning } from './icons.ts';
import './field.css';

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="field-error" id={id}>
      <Icon path={warning} />
      {children}
    </p>
  );
}

type Input = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'prefix'>;

/** A form field with a label above it and an error below it. `prefix` is shown before the input. */
export function Field({
  id,
  label,
  hint,
  error,
  prefix,
  note,
  wide,
  ...input
}: Input & {
  id: string;
  label: string;
  hint?: string;
  error?: string | undefined;
  prefix?: ReactNode;
  /** A question about the typed value, which screen readers announce when it appears. */
  note?: ReactNode;
  wide?: boolean;
}) {
  const described = [input['aria-describedby'], hint && `${id}-hint`, error && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  const control = (
    <input
      {...input}
      id={id}
      className="input"
      aria-invalid={error ? true : undefined}
      aria-describedby={described || undefined}
    />
  );
  return (
    <div className={['field', error && 'bad', wide && 'all'].filter(Boolean).join(' ')}>
      <label htmlFor={id}>{label}</label>
      {prefix ? (
        <div className="prefixed">
          {prefix}
          {control}
        </div>
      ) : (
        control
      )}
      {note !== undefined && (
        <p className="field-note" role="status">
          {note}
        </p>
      )}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
