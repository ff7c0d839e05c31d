export const messages = {
  kick: 'Family base',
  title: 'Parents',
  lead: 'Who we call, who may fetch, and what you agreed to.',
  loading: 'Loading...',
  profile: 'Your details',
  parents: 'The two of you',
  consents: 'What you agreed to',
  left: 'You have left the family. Children and bookings stay with the other parent.',
  leftTitle: 'You are on your own now',
  startAnew: 'Begin a family of your own',
  other: 'The other parent',
} as const;
