import { useState } from 'react';
import { FieldError } from '#ui/Field.tsx';
import { messages } from './messages.ts';

interface Props {
  id?: string;
  label: string;
  hint?: string;
  error?: string | undefined;
  autoComplete: 'current-password' | 'new-password';
}

export function PasswordField({ id = 'password', label, hint, error, autoComplete }: Props) {
  const [isShown, setShown] = useState(false);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={error ? 'field bad' : 'field'}>
      <div className="label-row">
        <label htmlFor={id}>{label}</label>
        <button
          type="button"
          className="text-button"
          aria-pressed={isShown}
          aria-controls={id}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? messages.hide : messages.show}
          <span className="sr-only"> what is typed</span>
        </button>
      </div>
      <input
        id={id}
        name={id}
        className="input"
        type={isShown ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        required
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
