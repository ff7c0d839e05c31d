import { useState } from 'react';
import { Button } from '../../Button.tsx';
import { Field } from '../../Field.tsx';
import { lineMessages } from './messages.ts';

interface Props {
  id: string;
  label: string;
  hint?: string;
  /** The value, which has one entry per line. */
  value: string;
  error: string | undefined;
  maxLength: number | undefined;
  onType: (text: string) => void;
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

export function LinesField({ id, label, hint, value, error, maxLength, onType }: Props) {
  /** The text in the input. It counts as the last entry, so it is saved even if nobody pressed "Add". */
  const [typed, setTyped] = useState('');
  const lines = linesOf(value);
  const added = typed.trim() === '' ? lines : lines.slice(0, -1);
  const put = (next: readonly string[], text: string) => {
    setTyped(text);
    onType([...next, ...(text.trim() === '' ? [] : [text])].join('\n'));
  };
  return (
    <div className="lines-field stack gap-2" role="group" aria-label={label}>
      {added.length > 0 && (
        <ul>
          {added.map((line, at) => (
            <li key={`${at} ${line}`}>
              <span>{line}</span>
              <Button
                kind="line"
                small
                aria-label={lineMessages.removeLine(line)}
                onClick={() =>
                  put(
                    added.filter((_, index) => index !== at),
                    typed,
                  )
                }
              >
                {lineMessages.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="lines-add">
        <Field
          id={id}
          label={label}
          {...(hint !== undefined && { hint })}
          error={error}
          autoComplete="off"
          maxLength={maxLength}
          value={typed}
          onChange={(event) => put(added, event.target.value)}
        />
        {typed.trim() !== '' && (
          <Button
            kind="line"
            small
            aria-label={lineMessages.addTo(label)}
            onClick={() => put([...added, typed.trim()], '')}
          >
            {lineMessages.add}
          </Button>
        )}
      </div>
    </div>
  );
}
