import { type ComponentProps, useState } from 'react';
import { emailMeant } from '../../domain/email-typo.ts';
import { Field } from '../Field.tsx';
import { meantWords } from './words.ts';

interface Props extends Omit<
  ComponentProps<typeof Field>,
  'type' | 'inputMode' | 'onChange' | 'value' | 'note'
> {
  value: string;
  onType: (email: string) => void;
}

/** An e-mail address; one whose host looks mistyped is asked about once it is left, and one tap mends it. */
export function EmailField({ value, onType, onBlur, ...field }: Props) {
  const [left, setLeft] = useState<string | null>(null);
  const meant = left === value ? emailMeant(value) : null;
  return (
    <Field
      autoComplete="email"
      {...field}
      type="email"
      inputMode="email"
      value={value}
      note={
        meant && (
          <>
            {meantWords}{' '}
            <button type="button" onClick={() => onType(meant)}>
              {meant}
            </button>
          </>
        )
      }
      onChange={(event) => onType(event.target.value)}
      onBlur={(event) => {
        setLeft(value);
        onBlur?.(event);
      }}
    />
  );
}
