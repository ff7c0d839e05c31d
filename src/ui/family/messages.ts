import { offline, retryOnline } from '#domain/offline-messages.ts';
/** Texts for actions that failed on the family's screens. */
export const familyErrors = {
  offline: `${offline} Nothing has changed. ${retryOnline}`,
  unexpected: 'That did not work. Nothing has changed. Please try again.',
} as const;

export const notSaved = 'That was not saved. Please try again.';

/** Texts for lists of sessions that a credit can book. */
export const sessionMessages = {
  loading: 'Looking for free sessions...',
  otherTeams: 'Show other teams too',
} as const;
