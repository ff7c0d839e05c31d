const several = (spots: number, one: string, more: string) => (spots === 1 ? one : more);

/** The question before an offer of the waitlist is let go. */
export const letGoMessages = (spots: number) => ({
  title: several(spots, 'Let the spot go?', 'Let the spots go?'),
  text: `${several(spots, 'The spot goes', 'The spots go')} to the next family at once. This cannot be undone.`,
  act: 'Let it go',
  keep: several(spots, 'Keep the spot', 'Keep the spots'),
});

/** The question before the waitlist is left. */
export const leaveMessages = {
  title: 'Leave the waitlist?',
  text: 'Your place in the queue goes to the next family. This cannot be undone.',
  act: 'Leave the waitlist',
  keep: 'Stay on it',
} as const;
