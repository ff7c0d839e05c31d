import { useStore } from '@nanostores/react';
import { namesOf } from '../form/model.ts';
import { forWhom } from '../messages.ts';
import type { Checkout } from '../store.ts';

/** "for Kai and Mira", or the number of children while a name is missing; counts only children with a held place. */
export function useForWhom({ sale, form }: Checkout): string {
  const count = useStore(sale.$order)?.lines.length ?? 0;
  const { children } = useStore(form.$values);
  return forWhom(namesOf(children.slice(0, count), ''), count);
}
