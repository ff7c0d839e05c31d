import { onceWords } from '../opening-words.ts';

/** Choosing the try-out's session. */
export const sessionWords = {
  heading: 'Which session?',
  price: (price: string) => `${price} for the try-out. ${onceWords}`,
  none: 'No sessions are left this weekend. The next ones open soon: ask us, and you hear first.',
  about: 'About the try-out',
  spots: (left: number) => (left <= 0 ? 'FULLY BOOKED' : left === 1 ? '1 spot left' : `${left} spots left`),
} as const;
