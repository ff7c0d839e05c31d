export const messages = {
  kick: 'Family Base',
  title: 'Parents',
  lead: 'Who we call, who may collect, and what you agreed to.',
  loading: 'Loading...',
  profile: 'Your details',
  parents: 'The two of you',
  consents: 'What you agreed to',
  other: 'The other parent',
} as const;
