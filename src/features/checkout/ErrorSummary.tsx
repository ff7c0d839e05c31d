import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { warning } from '../../ui/icons.ts';
import { fieldNames, faultWords, messages } from './messages.ts';
import { fieldIds } from './model.ts';
import type { Checkout } from './store.ts';

/** Takes the focus each time paying was refused by the form, and leads to each field. */
export function ErrorSummary({ checkout }: { checkout: Checkout }) {
  const faults = useStore(checkout.form.$faults);
  const refusals = useStore(checkout.form.$refusals);
  const box = useRef<HTMLDivElement>(null);
  const wrong = fieldIds.flatMap((id) => (faults[id] ? [{ id, fault: faults[id] }] : []));

  useEffect(() => {
    if (refusals > 0) box.current?.focus();
  }, [refusals]);

  if (refusals === 0 || wrong.length === 0) return null;
  return (
    <div className="error-summary" ref={box} role="alert" tabIndex={-1} aria-labelledby="error-summary-title">
      <Icon path={warning} />
      <h2 id="error-summary-title">{messages.summaryTitle(wrong.length)}</h2>
      <ul>
        {wrong.map(({ id, fault }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => focusField(event, id)}>
              {fieldNames[id]}: {faultWords(id, fault)}
            </a>
          </li>
        ))}
      </ul>
      <p>{messages.nothingCharged}</p>
    </div>
  );
}

/** Following the link alone leaves the keyboard behind in some browsers. */
function focusField(event: MouseEvent, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}
