import { useStore } from '@nanostores/react';
import { focusField } from '../../../ui/people/ErrorSummary.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { pickupId } from '../ids.ts';
import { fieldName } from './fields.ts';
import { asksConsent } from './model.ts';
import type { Checkout } from '../store.ts';

const notKeptWords = {
  title: 'Welcome back: what you typed is here',
  text: 'For safety, this browser never keeps what you tell of health, who may collect, and your signature. Please fill in once more before you pay:',
  pickup: 'Who may collect, if you named somebody',
} as const;

/** Back on the page: what the browser does not keep for safety is said before Pay asks for it, and leads to its place. */
export default function NotKept({ checkout: { form } }: { checkout: Checkout }) {
  const { health, pickup, signature } = useStore(form.$private);
  const { children } = useStore(form.$form);
  const kept = useStore(form.$kept);
  const untold = children.findIndex(
    (_, index) => !kept?.health[index] && (health[index]?.answer ?? '') === '',
  );
  const needed = [
    ...(untold < 0 ? [] : [{ id: `children[${untold}].health`, name: fieldName('children[0].health') }]),
    ...(signature === '' && asksConsent(kept) ? [{ id: 'signature', name: fieldName('signature') }] : []),
  ];
  if (needed.length === 0) return null;
  const empty = pickup.length > 0 ? needed : [...needed, { id: pickupId, name: notKeptWords.pickup }];
  return (
    <div ref={bringIntoSight} tabIndex={-1}>
      <Notice title={notKeptWords.title}>
        {notKeptWords.text}{' '}
        {empty.map(({ id, name }, at) => (
          <span key={id}>
            {at > 0 && ', '}
            <a href={`#${id}`} onClick={(event) => focusField(event, id)}>
              {name}
            </a>
          </span>
        ))}
        .
      </Notice>
    </div>
  );
}

/** The browser leads back to where the parent was, which may be Pay: this comes first. Whoever is typing is left alone. */
function bringIntoSight(box: HTMLElement | null): void {
  if (!box || document.activeElement instanceof HTMLInputElement) return;
  box.focus({ preventScroll: true });
  box.scrollIntoView({ block: 'center' });
}
