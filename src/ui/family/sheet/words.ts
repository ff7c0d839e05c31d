import { tooOften } from '#domain/too-often.ts';

/** What a step says of how its typing is kept. */
export const sheetWords = {
  kept: 'What you typed last time is here again. It is not saved yet.',
  notKept: 'This is not kept in this browser. If you leave without saving, you lose it.',
} as const;

/** Of a list in a profile. */
export const lineWords = {
  add: 'Add another',
  addTo: (label: string) => `Add another: ${label}`,
  remove: 'Remove',
  removeLine: (line: string) => `Remove: ${line}`,
} as const;

/** Over what a profile lacks. */
export const missingTitle = (count: number): string =>
  count === 1 ? 'One thing is missing' : `${count} things are missing`;

/** Why a profile asks for somebody else than a parent. */
export const whomWeCall = 'when something happens and you do not answer';

/** After saving over what the other parent had just changed. */
export const overwrittenWords = {
  text: 'Yours is saved. This was theirs:',
  cleared: 'empty',
  bring: 'Bring theirs back',
  keep: 'Keep mine',
} as const;

/** Of a step that was not saved. */
export const sheetRefusals = {
  offline: 'You seem to be offline. What you typed is still here. Please save it when you are back online.',
  unexpected: 'It was not saved. What you typed is still here. Please try again.',
  rate_limited: `${tooOften} What you typed is still here. Please wait a moment.`,
} as const;
