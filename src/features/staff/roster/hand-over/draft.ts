import { mayBeSamePerson } from '#contract/pickup.ts';
import type { CollectedBy, Concern } from '#contract/roster.ts';
import type { Child } from '../model.ts';

/** How a child is about to leave. */
export interface HandOver {
  collected_by: CollectedBy;
  /** Null: alone. */
  handed_to: string | null;
  id_checked: boolean;
  parent_called: boolean;
}

export const handOver = (collected_by: CollectedBy, handed_to: string | null): HandOver => ({
  collected_by,
  handed_to,
  id_checked: false,
  parent_called: false,
});

/** Somebody of the family's list of those who must never collect, whose name this may be. */
export const blockedLike = ({ blocked_collectors }: Child, name: string) =>
  blocked_collectors.find((person) => mayBeSamePerson(person.name, name));

/** As `private.concerns_of` decides it, by what this device knows: without a network nobody can be asked. */
export function concernsOf(child: Child, { collected_by, handed_to, ...ticks }: HandOver): Concern[] {
  if (collected_by === 'alone') {
    // The database tells the first reason alone; both are asked about in the same way.
    return child.going_alone === 'allowed' ? [] : [child.going_alone];
  }
  if (collected_by === 'parent') return [];
  const concerns: Concern[] = blockedLike(child, handed_to ?? '') ? ['blocked_person'] : [];
  if (collected_by === 'listed_person') return concerns;
  return [
    ...concerns,
    ...(ticks.id_checked ? [] : (['no_photo_id'] as const)),
    ...(ticks.parent_called ? [] : (['parent_not_called'] as const)),
  ];
}
