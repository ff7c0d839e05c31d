import { useStore } from '@nanostores/react';
import { focusField } from '../../../ui/people/ErrorSummary.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { notKeptWords } from '../messages.ts';
import { fieldName } from './fields.ts';
import type { Checkout } from '../store.ts';

/** Back on the page: what the browser does not keep for safety is said before Pay asks for it, and leads to its place. */
export function NotKept({ checkout: { form } }: { checkout: Checkout }) {
  const isBack = useStore(form.$isBack);
  const { health, signature } = useStore(form.$private);
  const { children } = useStore(form.$form);
  const untold = children.findIndex((_, index) => (health[index]?.answer ?? '') === '');
  const empty = [
    ...(untold < 0 ? [] : [{ id: `children[${untold}].health`, name: fieldName('children[0].health') }]),
    ...(signature === '' ? [{ id: 'signature', name: fieldName('signature') }] : []),
  ];
  if (!isBack || empty.length === 0) return null;
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
