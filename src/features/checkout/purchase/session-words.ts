import { onceWords } from '../opening-words.ts';

export const sessionWords = {
  heading: 'Which session?',
  price: (price: string) => `${price} for the try-out. ${onceWords}`,
  none: 'No sessions are left this weekend. The next ones open soon: ask us, and you hear first.',
  about: 'About the try-out',
} as const;
