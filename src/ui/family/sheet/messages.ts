import { tooOften } from '#domain/too-often.ts';

export const sheetMessages = {
  saved: 'Saved.',
  kept: 'What you typed last time is here again. It is not saved yet.',
  notKept: 'This is not kept in this browser. If you leave without saving, you lose it.',
} as const;

export const missingTitle = (count: number): string =>
  count === 1 ? 'One thing is missing' : `${count} things are missing`;

/** Why a profile asks for contacts besides the parents. */
export const whomWeCall = 'when something happens and you do not answer';

export const overwrittenMessages = {
  text: 'Yours is saved. This was theirs:',
  cleared: 'empty',
  bring: 'Bring theirs back',
  keep: 'Keep mine',
} as const;

export const sheetErrors = {
  offline: 'You seem to be offline. What you typed is still here. Please save it when you are back online.',
  unexpected: 'It was not saved. What you typed is still here. Please try again.',
  rate_limited: `${tooOften} What you typed is still here. Please wait a moment.`,
} as const;
