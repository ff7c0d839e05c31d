import { tryOutMessage } from '../opening-messages.ts';

export const sessionMessages = {
  heading: 'Which session?',
  price: (price: string) => `${price} for the Try-Out. ${tryOutMessage}`,
  none: 'No sessions are left this weekend. The next ones open soon. Ask us, and we will tell you first.',
  about: 'About the try-out',
} as const;
