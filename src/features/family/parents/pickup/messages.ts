export const pickupMessages = {
  title: 'Their codes at pick-up',
  lead: 'Pass each one on to its person. A coach asks for the code and a photo ID before your child goes with anybody but you.',
  ends: 'Who is taken off the list has none any more; put on again, they get a new one.',
  none: 'Nobody but the parents collects yet. Name somebody under “Who else may collect”, or in a child’s profile.',
  all: 'All children',
  /** `title` is what was booked and may be empty. */
  onlyFor: (title: string) => (title === '' ? 'one booking only' : `only for ${title}`),
  loading: 'Loading the codes',
  failed: 'The codes did not load.',
  offline: 'The codes will load when you are online.',
} as const;

/** Groups the digits as they are read aloud: "482 173". */
export const spoken = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`;
