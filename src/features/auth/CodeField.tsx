import { Field } from '#ui/Field.tsx';

/** Six digits from an e-mail or an app. A phone can fill them in if it knows them. */
export function CodeField({ label, error }: { label: string; error?: string | undefined }) {
  return (
    <Field
      id="code"
      name="code"
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      // A pasted code may have spaces, a hyphen or a word around it.
      maxLength={40}
      error={error}
    />
  );
}
