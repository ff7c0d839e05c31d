import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { warning } from '../../ui/icons.ts';
import { inOrder, partsOf } from './faults.ts';
import { faultWords, fieldName, messages } from './messages.ts';
import { type Child, nameOf } from './model.ts';
import type { Checkout } from './store.ts';

/** Takes the focus each time paying was refused by the form, and leads to each field. */
export function ErrorSummary({ checkout }: { checkout: Checkout }) {
  const faults = useStore(checkout.form.$faults);
  const refusals = useStore(checkout.form.$refusals);
  const { children } = useStore(checkout.form.$form);
  const box = useRef<HTMLDivElement>(null);
  const wrong = inOrder(faults);

  useEffect(() => {
    if (refusals === 0) return;
    // From its beginning, also where it is longer than the screen: the bar above covers nothing of it.
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [refusals]);

  if (refusals === 0 || wrong.length === 0) return null;
  return (
    <div className="error-summary" ref={box} role="alert" tabIndex={-1} aria-labelledby="error-summary-title">
      <Icon path={warning} />
      <h2 id="error-summary-title">{messages.summaryTitle(wrong.length)}</h2>
      <ul>
        {wrong.map(([id, fault]) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => focusField(event, id)}>
              {whose(id, children)}
              {fieldName(id)}: {faultWords(id, fault)}
            </a>
          </li>
        ))}
      </ul>
      <p>{messages.nothingCharged}</p>
    </div>
  );
}

const ofChildren = ['childName', 'dob', 'health', 'allergies', 'conditions'];

/** With several children, whom it is about. */
function whose(id: string, children: readonly Child[]): string {
  const { kind, index } = partsOf(id);
  if (children.length < 2 || !ofChildren.includes(kind)) return '';
  return `${nameOf(children[index], index)}, `;
}

/** Following the link alone leaves the keyboard behind in some browsers. */
function focusField(event: MouseEvent, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}
