/** What an invited parent reads in place of "Welcome back." */
export const invitedMessages = {
  title: 'You are invited to a family.',
  lead: 'Sign in with the address that the invitation was sent to, or create an account with it. Then you see who invites you, and decide.',
} as const;
