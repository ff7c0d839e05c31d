export const messages = {
  kick: 'Family base',
  title: 'Parents',
  lead: 'Who we call, who may fetch, and what you agreed to.',
  loading: 'Loading...',
  profile: 'Your details',
  parents: 'The two of you',
  consents: 'What you agreed to',
  other: 'The other parent',
} as const;
