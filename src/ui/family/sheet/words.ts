import { tooOften } from '#domain/too-often.ts';

export const sheetWords = {
  kept: 'What you typed last time is here again. It is not saved yet.',
  notKept: 'Not kept in this browser: it is gone if you leave without saving.',
} as const;

export const lineWords = {
  add: 'Add another',
  addTo: (label: string) => `Add another: ${label}`,
  remove: 'Remove',
  removeLine: (line: string) => `Remove: ${line}`,
} as const;

export const missingTitle = (count: number): string =>
  count === 1 ? 'One thing is missing' : `${count} things are missing`;

/** Why a profile asks for contacts besides the parents. */
export const whomWeCall = 'when something happens and you do not answer';

export const overwrittenWords = {
  text: 'Yours is saved. This was theirs:',
  cleared: 'empty',
  bring: 'Bring theirs back',
  keep: 'Keep mine',
} as const;

export const sheetRefusals = {
  offline: 'You seem to be offline. What you typed is still here; please save it when you are back.',
  unexpected: 'It was not saved. What you typed is still here; please try again.',
  rate_limited: `${tooOften} What you typed is still here; please wait a moment.`,
} as const;
