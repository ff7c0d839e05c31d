import { readInvitation } from '#browser/invitation.ts';

/** Messages that invited parents and staff read in place of "Welcome back." */
const messages = {
  family: {
    title: 'You are invited to a family.',
    lead: 'Sign in with the address that the invitation was sent to, or create an account with it. You will then see who has invited you, and can decide whether to join.',
  },
  staff: {
    title: 'You are invited to the team.',
    lead: 'Sign in with the address that the invitation was sent to, or create an account with it. Then you can accept.',
  },
} as const;

export const invitedMessages = () =>
  messages[readInvitation(Date.now(), 'staff') === null ? 'family' : 'staff'];
