import { type ComponentProps, useState } from 'react';
import { Field } from '../Field.tsx';
import { suggestEmail } from './suggest-email.ts';
import { meantMessages } from './messages.ts';

interface Props extends Omit<
  ComponentProps<typeof Field>,
  'type' | 'inputMode' | 'onChange' | 'value' | 'note'
> {
  value: string;
  onType: (email: string) => void;
}

/**
 * A field for an e-mail address. If the domain looks mistyped, the field offers a correction when the user leaves it.
 */
export function EmailField({ value, onType, onBlur, ...field }: Props) {
  const [suggestion, setSuggestion] = useState<{ of: string; suggested: string | null } | null>(null);
  const suggested = suggestion?.of === value ? suggestion.suggested : null;
  return (
    <Field
      autoComplete="email"
      {...field}
      type="email"
      inputMode="email"
      value={value}
      note={
        suggested && (
          <>
            {meantMessages}{' '}
            <button type="button" onClick={() => onType(suggested)}>
              {suggested}
            </button>
          </>
        )
      }
      onChange={(event) => onType(event.target.value)}
      onBlur={(event) => {
        void suggestEmail(value).then((suggested) => setSuggestion({ of: value, suggested }));
        onBlur?.(event);
      }}
    />
  );
}
