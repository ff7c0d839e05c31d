import { tryOutMessage } from '../opening-messages.ts';

export const sessionMessages = {
  heading: 'Which session?',
  price: (price: string) => `${price} for the Try-Out. ${tryOutMessage}`,
  none: 'No sessions are left this week. The next ones open soon. Ask us, and we will tell you as soon as they open.',
  levels: (from: number, to: number) => `, for levels ${from} to ${to}`,
  about: 'About the Try-Out',
} as const;
