import { tooManyAttempts } from '#domain/too-many-attempts.ts';
import { offline } from '#domain/offline-messages.ts';

export const sheetMessages = {
  saved: 'Saved.',
  draftRestored: 'We have filled in what you typed last time. It is not saved yet.',
  notKept: 'This browser can’t store what you type. If you leave without saving, you lose it.',
} as const;

export const missingTitle = (count: number): string =>
  count === 1 ? 'One thing is missing' : `${count} things are missing`;

/** Explains why a profile asks for contacts in addition to the parents. */
export const whomWeCall = 'in case something happens and we can’t reach you';

export const overwrittenMessages = {
  text: 'Your version is saved. This was theirs:',
  cleared: 'empty',
  bring: 'Use their version',
  keep: 'Keep my version',
} as const;

export const sheetErrors = {
  offline: `${offline} Everything you typed is still here. Please save it when you are back online.`,
  unexpected: 'That was not saved. Everything you typed is still here. Please try again.',
  rate_limited: `${tooManyAttempts} Everything you typed is still here. Please try again in a moment.`,
} as const;
