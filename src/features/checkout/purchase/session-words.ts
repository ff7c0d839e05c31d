import { onceWords } from '../opening-words.ts';

export const sessionWords = {
  heading: 'Which session?',
  price: (price: string) => `${price} for the try-out. ${onceWords}`,
  none: 'No sessions are left this weekend. The next ones open soon. Ask us, and we will tell you first.',
  about: 'About the try-out',
} as const;
