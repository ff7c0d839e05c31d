export const pickupMessages = {
  title: 'Pick-up codes',
  lead: 'Give each person their code. A coach asks for the code and a photo ID before your child goes with anybody but you.',
  ends: 'If you remove someone, their code stops working. If you add them again, they get a new one.',
  none: 'Only the parents may collect your children. Add somebody under “Who else may collect your children”, or in a child’s profile.',
  all: 'All children',
  /** `title` is the booked offer. It may be empty. */
  onlyFor: (title: string) => (title === '' ? 'one booking only' : `only for ${title}`),
  loading: 'Loading the codes',
  failed: 'The codes did not load. Please try again.',
  offline: 'The codes will load when you are online.',
} as const;

/** Groups the digits as people read them aloud, e.g. as "482 173". */
export const spoken = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`;
