import { mayBeSamePerson } from '#contract/pickup.ts';
import type { CollectedBy, Concern } from '#contract/roster.ts';
import type { Child } from '../model.ts';

/** Describes how a child leaves. */
export interface HandOver {
  collected_by: CollectedBy;
  /** Null if the child leaves alone. */
  handed_to: string | null;
  id_checked: boolean;
  parent_called: boolean;
}

export const startHandOver = (collected_by: CollectedBy, handed_to: string | null): HandOver => ({
  collected_by,
  handed_to,
  id_checked: false,
  parent_called: false,
});

/** Returns a person on the family's blocked list who may have this name. */
export const findBlocked = ({ blocked_collectors }: Child, name: string) =>
  blocked_collectors.find((person) => mayBeSamePerson(person.name, name));

/**
 * Returns the concerns about a hand-over. The rules are those of `private.concerns_of`, but they use the data on this
 * device, because they must work offline.
 */
export function findConcerns(child: Child, { collected_by, handed_to, ...ticks }: HandOver): Concern[] {
  if (collected_by === 'alone') {
    // The database reports only the first of several reasons. Coaches confirm every reason in the same way.
    return child.going_alone === 'allowed' ? [] : [child.going_alone];
  }
  const concerns: Concern[] = findBlocked(child, handed_to ?? '') ? ['blocked_person'] : [];
  if (collected_by === 'parent' || collected_by === 'listed_person') return concerns;
  return [
    ...concerns,
    ...(ticks.id_checked ? [] : (['no_photo_id'] as const)),
    ...(ticks.parent_called ? [] : (['parent_not_called'] as const)),
  ];
}
