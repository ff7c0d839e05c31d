/** What several staff screens say in the same words. */

/** Of a session or camp and who comes. */
export const rosterWords = {
  isNew: 'First time',
  noCoach: 'no coach yet',
  nobody: 'Nobody is booked.',
} as const;
