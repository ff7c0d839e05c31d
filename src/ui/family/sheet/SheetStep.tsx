import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../../Icon.tsx';
import { check } from '../../icons.ts';

interface Props {
  id: string;
  at: number;
  title: string;
  summary: ReactNode;
  isAnswered: boolean;
  isOpen: boolean;
  open: { label: string; onOpen: () => void };
  children: ReactNode;
}

export function SheetStep({ id, at, title, summary, isAnswered, isOpen, open, children }: Props) {
  const box = useRef<HTMLLIElement>(null);
  const was = useRef(isOpen);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen && !was.current) {
      box.current?.querySelector('h3')?.focus();
      box.current?.scrollIntoView({ block: 'nearest' });
    }
    // Closing removes the form with the pressed button, so the focus returns to the button that opened the form.
    if (!isOpen && was.current && document.activeElement === document.body) button.current?.focus();
    was.current = isOpen;
  }, [isOpen]);
  return (
    <li className={isAnswered ? 'sheet-step answered' : 'sheet-step'} id={id} ref={box}>
      <div className="sheet-head">
        <span className="sheet-stone" aria-hidden="true">
          {isAnswered ? <Icon path={check} /> : at}
        </span>
        <div>
          <h3 tabIndex={-1}>{title}</h3>
          {!isOpen && <p className="sheet-summary">{summary}</p>}
        </div>
        {!isOpen && (
          <button ref={button} type="button" className="text-button" onClick={open.onOpen}>
            {open.label}
            <span className="sr-only">: {title}</span>
          </button>
        )}
      </div>
      {isOpen ? children : null}
    </li>
  );
}
