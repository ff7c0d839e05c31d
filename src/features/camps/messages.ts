import type { RungState } from './model.ts';
import { spotsOf } from './model.ts';

/** Words of the camp pages that content does not give. */
export const messages = {
  failed: 'Failed to load camps. Please refresh the page.',
  listed: 'Listed price',
  from: 'from',
  /** Where a camp is full, or has no price yet. */
  ask: 'Ask for a place',
  noScript: 'Choosing on this page needs JavaScript. All dates stand here; we book by WhatsApp too.',
} as const;

/** What a chat about one camp begins with. */
export const askText = (name: string, dates: string, place: string, isFull: boolean): string =>
  isFull
    ? `Hello! Is there a waitlist for ${name}, ${dates}, ${place}?`
    : `Hello! I would like to book ${name}, ${dates}, ${place}.`;

/** "Last 2", "4 left", "10 open", "Full". */
export function spotsWords(left: number): string {
  switch (spotsOf(left)) {
    case 'full':
      return 'Full';
    case 'last':
      return left === 1 ? 'Last one' : `Last ${left}`;
    case 'few':
      return `${left} left`;
    case 'open':
      return `${left} open`;
  }
}

export const takenWords = (taken: number, capacity: number): string => `${taken} of ${capacity} places taken`;

/** Up to this many places their number is said; more are LIMITED (spec 2 §9). */
const COUNTED = 5;

export function rungWords({ state, left }: Pick<RungState, 'state' | 'left'>): string {
  switch (state) {
    case 'gone':
      return 'SOLD OUT';
    case 'ended':
      return 'ENDED';
    case 'later':
      return 'LATER';
    case 'now':
      if (left === null) return 'NOW';
      return left <= COUNTED ? `${left} LEFT` : 'LIMITED';
  }
}
