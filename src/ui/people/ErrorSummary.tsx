import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from '../Icon.tsx';
import { warning } from '../icons.ts';
import { summaryTitle } from './messages.ts';

interface Props {
  /** The ids of fields and their errors, in the order of the form. */
  faults: readonly { id: string; text: string }[];
  /** The number of failed submissions. Each moves the focus to the summary. */
  refusals: number;
  title?: string;
  children?: ReactNode;
}

/** Lists a form's errors with a link to each field. It is empty before the first failed submission. */
export function ErrorSummary({ faults, refusals, title, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (refusals === 0) return;
    // If the summary is taller than the screen, its start must be visible.
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [refusals]);

  if (refusals === 0 || faults.length === 0) return null;
  return (
    <div
      className="error-summary"
      ref={box}
      role="alert"
      tabIndex={-1}
      aria-labelledby={titleId}
      data-keep-clear
    >
      <Icon path={warning} />
      <h2 id={titleId}>{title ?? summaryTitle(faults.length)}</h2>
      <ul>
        {faults.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => focusField(event, id)}>
              {text}
            </a>
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

/** Moves the keyboard focus to a field. In some browsers, following a link to the field does not. */
export function focusField(event: MouseEvent, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}
