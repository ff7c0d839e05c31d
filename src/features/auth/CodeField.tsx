import { useEffect } from 'react';
import { Field } from '#ui/Field.tsx';

interface Props {
  label: string;
  error?: string | undefined;
  /** The ids of the texts that a screen reader reads together with the field. */
  describedBy?: string;
}

/** A field for a code of six digits, which comes from an e-mail, a text message or an app. */
export function CodeField({ label, error, describedBy }: Props) {
  useEffect(() => {
    if (describedBy) document.getElementById('code')?.focus();
  }, [describedBy]);
  return (
    <Field
      id="code"
      name="code"
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      // A pasted code may contain spaces, a hyphen or a word around it.
      maxLength={40}
      aria-describedby={describedBy}
      error={error}
    />
  );
}
