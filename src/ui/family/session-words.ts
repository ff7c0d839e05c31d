/** Texts for lists of sessions that a credit can book. */
export const sessionWords = {
  loading: 'Looking for free sessions...',
  otherTeams: 'Show other teams too',
} as const;
