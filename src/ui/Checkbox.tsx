import type { InputHTMLAttributes, ReactNode } from 'react';
import { FieldError } from './Field.tsx';
import './field.css';

type Input = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'>;

export function Checkbox({
  id,
  children,
  note,
  error,
  ...input
}: Input & { id: string; children: ReactNode; note?: string; error?: string | undefined }) {
  return (
    <div className="check-row">
      <label className="check" htmlFor={id}>
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span>
          {children}
          {note && <small>{note}</small>}
        </span>
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
