import { useStore } from '@nanostores/react';
import { WithNames } from '#ui/WithNames.tsx';
import { namesOf } from '../form/model.ts';
import { forWhom } from '../messages.ts';
import type { Checkout } from '../store.ts';

/**
 * Shows "for Kai and Mira", for example. While a name is missing, it shows the number of children. Only children with
 * a held spot count.
 */
export function ForWhom({ checkout: { sale, form } }: { checkout: Checkout }) {
  const count = useStore(sale.$seated) ?? 0;
  const { children } = useStore(form.$values);
  const heldChildren = children.slice(0, count);
  return (
    <WithNames
      text={forWhom(namesOf(heldChildren, ''), count)}
      names={heldChildren.map(({ name }) => name.trim())}
    />
  );
}
