import { useStore } from '@nanostores/react';
import { focusField } from '../../../ui/people/ErrorSummary.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { fieldName } from './fields.ts';
import { asksConsent } from './model.ts';
import type { Checkout } from '../store.ts';

const notKeptWords = {
  title: 'Welcome back: what you typed is here',
  text: 'For safety, this browser never keeps what you tell of health, who may collect, and your signature. Please fill in once more before you pay:',
} as const;

/** Back on the page: what the browser does not keep for safety is said before Pay asks for it, and leads to its place. */
export default function NotKept({ checkout: { form } }: { checkout: Checkout }) {
  const { health, signature } = useStore(form.$private);
  const { children } = useStore(form.$form);
  const kept = useStore(form.$kept);
  const untold = children.findIndex(
    (_, index) => !kept?.health[index] && (health[index]?.answer ?? '') === '',
  );
  const empty = [
    ...(untold < 0 ? [] : [{ id: `children[${untold}].health`, name: fieldName('children[0].health') }]),
    ...(signature === '' && asksConsent(kept) ? [{ id: 'signature', name: fieldName('signature') }] : []),
  ];
  if (empty.length === 0) return null;
  return (
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
  );
}
