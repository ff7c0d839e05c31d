import type { StaffWaiting, StaffWaitlist } from '#contract/management-waitlists.ts';

/** Nobody is in them: below none is too many. */
export const freeOf = ({ capacity, taken }: StaffWaitlist): number => Math.max(0, capacity - taken);

/** Nothing is offered any more: it has begun, or does not take place. */
export const isOver = ({ has_begun, is_off }: StaffWaitlist): boolean => has_begun || is_off;

export type EntryAct = 'offer' | 'vouch' | 'restore' | 'take_off';

/** What staff may do about somebody in a queue, by the rules of the database. */
export function actsOf(entry: StaffWaiting, place: StaffWaitlist): EntryAct[] {
  // Of who is forgotten nobody is left to be told.
  if (entry.email === null || isOver(place)) return [];
  switch (entry.status) {
    case 'waiting':
      return [...(isFree(entry, place) ? (['offer'] as const) : []), 'take_off'];
    case 'offered':
      return ['take_off'];
    case 'unconfirmed':
    case 'never_confirmed':
      return ['vouch'];
    case 'lapsed':
    case 'declined':
    case 'left':
      return ['restore'];
    case 'accepted':
    case 'enrolled':
    case 'called_off':
      return [];
  }
}

/** Are the places there at this moment? Then they are offered, and kept, at once. */
export const isFree = ({ places }: StaffWaiting, place: StaffWaitlist): boolean => freeOf(place) >= places;

/** Places as typed; null for what is none that may be added at once. */
export function placesOf(typed: string): number | null {
  const places = Number(typed.trim());
  return Number.isInteger(places) && places >= 1 && places <= 50 ? places : null;
}
