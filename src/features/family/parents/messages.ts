export const messages = {
  kick: 'Family Base',
  title: 'Parents',
  lead: 'Who we call, who may collect your children, and what you agreed to.',
  loading: 'Loading...',
  profile: 'Your details',
  parents: 'Parents of this family',
  consents: 'What you agreed to',
  other: 'The other parent',
} as const;
