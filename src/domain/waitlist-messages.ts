const several = (spots: number, one: string, more: string) => (spots === 1 ? one : more);

export const letGoMessages = (spots: number) => ({
  title: several(spots, 'Decline the spot?', 'Decline the spots?'),
  text: `${several(spots, 'The spot goes', 'The spots go')} to the next family at once. This can’t be undone.`,
  act: 'Decline the offer',
  keep: several(spots, 'Keep the spot', 'Keep the spots'),
});

export const leaveMessages = {
  title: 'Leave the waitlist?',
  text: 'The next family moves up. You lose your place on the waitlist. This can’t be undone.',
  act: 'Leave the waitlist',
  keep: 'Stay on the waitlist',
} as const;
