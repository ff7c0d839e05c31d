import type { StaffWaiting, StaffWaitlist } from '#contract/management-waitlists.ts';

/** An overbooked class has no free spots, and not a negative number. */
export const freeOf = ({ capacity, taken }: StaffWaitlist): number => Math.max(0, capacity - taken);

/** A class that has begun or was cancelled offers no more spots. */
export const isOver = ({ has_begun, is_cancelled }: StaffWaitlist): boolean => has_begun || is_cancelled;

export type EntryAct = 'offer' | 'add' | 'vouch' | 'restore' | 'take_off';

/** The database applies the same rules. */
export function actsOf(entry: StaffWaiting, place: StaffWaitlist): EntryAct[] {
  // The person's data was deleted, so nobody can be notified.
  if (entry.email === null || isOver(place)) return [];
  switch (entry.status) {
    case 'waiting':
      return [isFree(entry, place) ? 'offer' : 'add', 'take_off'];
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
    case 'cancelled_by_us':
      return [];
  }
}

/** Free spots are offered and held at once. */
export const isFree = ({ places }: StaffWaiting, place: StaffWaitlist): boolean => freeOf(place) >= places;

export function readSpots(typedNumber: string): number | null {
  const spots = Number(typedNumber.trim());
  return Number.isInteger(spots) && spots >= 1 && spots <= 50 ? spots : null;
}
