import { useStore } from '@nanostores/react';
import { namesOf } from '../form/model.ts';
import { forWhom } from '../messages.ts';
import type { Checkout } from '../store.ts';

/** "for Kai and Mira", or how many while a name is missing: those for whom a place is held. */
export function useForWhom({ sale, form }: Checkout): string {
  const count = useStore(sale.$order)?.lines.length ?? 0;
  const { children } = useStore(form.$form);
  return forWhom(namesOf(children.slice(0, count), ''), count);
}
