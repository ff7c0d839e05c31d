import { type ComponentProps, useState } from 'react';
import { Field } from '../Field.tsx';
import { meantBy } from './meant-by.ts';
import { meantMessages } from './messages.ts';

interface Props extends Omit<
  ComponentProps<typeof Field>,
  'type' | 'inputMode' | 'onChange' | 'value' | 'note'
> {
  value: string;
  onType: (email: string) => void;
}

/** An e-mail address. If its domain looks mistyped, leaving the field offers a correction that one tap accepts. */
export function EmailField({ value, onType, onBlur, ...field }: Props) {
  const [asked, setAsked] = useState<{ of: string; meant: string | null } | null>(null);
  const meant = asked?.of === value ? asked.meant : null;
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
            {meantMessages}{' '}
            <button type="button" onClick={() => onType(meant)}>
              {meant}
            </button>
          </>
        )
      }
      onChange={(event) => onType(event.target.value)}
      onBlur={(event) => {
        void meantBy(value).then((meant) => setAsked({ of: value, meant }));
        onBlur?.(event);
      }}
    />
  );
}
