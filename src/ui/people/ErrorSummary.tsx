import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from '../Icon.tsx';
import { warning } from '../icons.ts';
import { summaryTitle } from './words.ts';

interface Props {
  /** In the order of the form: the field's id, and what is wrong with it. */
  faults: readonly { id: string; text: string }[];
  /** How often the form was refused: each time the summary takes the focus. */
  refusals: number;
  title?: string;
  children?: ReactNode;
}

/** What is wrong with a form, each line leading to its field; nothing before the first refusal. */
export function ErrorSummary({ faults, refusals, title, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (refusals === 0) return;
    // From its beginning, also where it is longer than the screen: the bar above covers nothing of it.
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [refusals]);

  if (refusals === 0 || faults.length === 0) return null;
  return (
    <div className="error-summary" ref={box} role="alert" tabIndex={-1} aria-labelledby={titleId}>
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

/** Following the link alone leaves the keyboard behind in some browsers. */
export function focusField(event: MouseEvent, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}
