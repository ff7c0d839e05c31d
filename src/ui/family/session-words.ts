/** Where sessions are listed that a credit could book. */
export const sessionWords = {
  loading: 'Looking for free sessions...',
  otherTeams: 'Show other teams too',
} as const;
