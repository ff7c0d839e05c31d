import { useRef } from 'react';
import type { DateParts } from '#domain/person.ts';
import { FieldError } from '../Field.tsx';
import { beforePart, jumpAfter, pastedDate } from './birth-jump.ts';
import { birthDateMessages } from './messages.ts';
import '../field.css';

const parts = [
  { key: 'day', ...birthDateMessages.day, max: 2 },
  { key: 'month', ...birthDateMessages.month, max: 2 },
  { key: 'year', ...birthDateMessages.year, max: 4 },
] as const;

interface Props {
  id: string;
  label: string;
  value: DateParts;
  error?: string | undefined;
  onType: (patch: Partial<DateParts>) => void;
  onLeave?: () => void;
}

/**
 * A birth date in three fields. Typing moves the focus to the next field. On a phone this is faster than a calendar.
 */
export function BirthDate({ id, label, value, error, onType, onLeave }: Props) {
  const inputs = useRef<Partial<Record<keyof DateParts, HTMLInputElement | null>>>({});
  /** The field to which typing has moved the focus, until the user presses another key. */
  const movedTo = useRef<keyof DateParts | null>(null);
  const focus = (part: keyof DateParts | null) => part && inputs.current[part]?.focus();
  return (
    <fieldset className={error ? 'field bad' : 'field'} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      <div className="birth-date">
        {parts.map((part, index) => (
          <label key={part.key}>
            <span className="sr-only">{part.label}</span>
            <input
              className="input numbers"
              ref={(input) => {
                inputs.current[part.key] = input;
              }}
              id={index === 0 ? id : `${id}-${part.key}`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={part.max}
              placeholder={part.hint}
              value={value[part.key]}
              aria-invalid={error ? true : undefined}
              onChange={(event) => {
                const { patch, to } = jumpAfter(part.key, value[part.key], event.target.value);
                onType(patch);
                focus(to);
                movedTo.current = to;
              }}
              onPaste={(event) => {
                const pasted = pastedDate(event.clipboardData.getData('text'));
                if (!pasted) return;
                event.preventDefault();
                onType(pasted);
                focus('year');
              }}
              onKeyDown={(event) => {
                const isMoved = movedTo.current === part.key && value[part.key] === '';
                movedTo.current = null;
                // Typing has already moved the focus to the next field, so Tab must not move it again.
                if (isMoved && event.key === 'Tab' && !event.shiftKey) event.preventDefault();
                const previousPart =
                  event.key === 'Backspace' && value[part.key] === '' && beforePart(part.key);
                if (!previousPart) return;
                event.preventDefault();
                focus(previousPart);
              }}
              onBlur={(event) => {
                const within = event.currentTarget.closest('fieldset')?.contains(event.relatedTarget);
                if (!within) onLeave?.();
              }}
              required
            />
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
