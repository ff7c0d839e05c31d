import { useEffect } from 'react';
import { Field } from '#ui/Field.tsx';

interface Props {
  label: string;
  error?: string | undefined;
  /** Ids of the texts that a screen reader reads with the field when it gets the focus. */
  step?: string;
}

/** Six digits from an e-mail, a text message or an app. A phone can fill them in if it knows them. */
export function CodeField({ label, error, step }: Props) {
  useEffect(() => {
    if (step) document.getElementById('code')?.focus();
  }, [step]);
  return (
    <Field
      id="code"
      name="code"
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      // A pasted code may have spaces, a hyphen or a word around it.
      maxLength={40}
      aria-describedby={step}
      error={error}
    />
  );
}
