import { Field } from '#ui/Field.tsx';

/** Six digits of a mail or an app. The phone offers them where it knows them. */
export function CodeField({ label, error }: { label: string; error?: string | undefined }) {
  return (
    <Field
      id="code"
      name="code"
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      // Room for a space in the middle, as apps write it.
      maxLength={7}
      pattern="[0-9 ]*"
      error={error}
    />
  );
}
