import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { warning } from '../../ui/icons.ts';
import type { WaitlistForm } from './form.ts';
import { faultWords, fieldName, messages } from './messages.ts';
import { fieldsInOrder } from './model.ts';

/** Takes the focus each time joining was refused by the form, and leads to each field. */
export function ErrorSummary({ form }: { form: WaitlistForm }) {
  const faults = useStore(form.$faults);
  const refusals = useStore(form.$refusals);
  const values = useStore(form.$form);
  const box = useRef<HTMLDivElement>(null);
  const wrong = fieldsInOrder(values).flatMap((id) => (faults[id] ? [{ id, fault: faults[id] }] : []));
  useEffect(() => {
    if (refusals > 0) box.current?.focus();
  }, [refusals]);
  if (refusals === 0 || wrong.length === 0) return null;
  return (
    <div className="error-summary" ref={box} role="alert" tabIndex={-1} aria-labelledby="waitlist-errors">
      <Icon path={warning} />
      <h2 id="waitlist-errors">{messages.summary(wrong.length)}</h2>
      <ul>
        {wrong.map(({ id, fault }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => focusField(event, id)}>
              {fieldName(id)}: {faultWords(fault)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Following the link alone leaves the keyboard behind in some browsers. */
function focusField(event: MouseEvent, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}
