import type { StaffWaiting, StaffWaitlist } from '#contract/management-waitlists.ts';

/** Returns the number of free spots. For an overbooked class it is 0, and not a negative number. */
export const freeOf = ({ capacity, taken }: StaffWaitlist): number => Math.max(0, capacity - taken);

/** Returns whether a class has begun or was cancelled, so that it offers no more spots. */
export const isOver = ({ has_begun, is_cancelled }: StaffWaitlist): boolean => has_begun || is_cancelled;

export type EntryAct = 'offer' | 'add' | 'vouch' | 'restore' | 'take_off';

/** Returns what staff can do with an entry. The database applies the same rules. */
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

/** Returns whether there are enough free spots for the entry. They are then offered and held at once. */
export const isFree = ({ places }: StaffWaiting, place: StaffWaitlist): boolean => freeOf(place) >= places;

export function readSpots(typedNumber: string): number | null {
  const spots = Number(typedNumber.trim());
  return Number.isInteger(spots) && spots >= 1 && spots <= 50 ? spots : null;
}
