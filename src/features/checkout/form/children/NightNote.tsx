import { joinNames } from '#contract/place-names.ts';
import { hasNight } from '#contract/tiers.ts';
import { useStore } from '@nanostores/react';
import { basketMessages } from '../../basket-messages.ts';
import { partName } from '../../purchase/part-name.ts';
import { keyOf } from '../../purchase/subject.ts';
import type { Checkout } from '../../store.ts';
import { type Child, goesTo } from '../model.ts';

/** Names the camps of a basket for which a child's tick counts, because one tick is for all with a night. */
export function NightNote({ checkout: { sale }, child }: { checkout: Checkout; child: Child }) {
  const order = useStore(sale.$order);
  const parts = useStore(sale.$parts).filter((part) => hasNight(part.tier) && goesTo(child, keyOf(part)));
  return basketMessages.night(joinNames(parts.map((part) => partName(part, order))));
}
