import { tooOften } from '#domain/too-often.ts';

/** Texts about saving what was typed in a step. */
export const sheetWords = {
  kept: 'What you typed last time is here again. It is not saved yet.',
  notKept: 'Not kept in this browser: it is gone if you leave without saving.',
} as const;

/** Texts for a list in a profile. */
export const lineWords = {
  add: 'Add another',
  addTo: (label: string) => `Add another: ${label}`,
  remove: 'Remove',
  removeLine: (line: string) => `Remove: ${line}`,
} as const;

/** Title of the list of missing answers in a profile. */
export const missingTitle = (count: number): string =>
  count === 1 ? 'One thing is missing' : `${count} things are missing`;

/** Why a profile asks for contacts besides the parents. */
export const whomWeCall = 'when something happens and you do not answer';

/** Texts for a save that replaced a change of the other parent. */
export const overwrittenWords = {
  text: 'Yours is saved. This was theirs:',
  cleared: 'empty',
  bring: 'Bring theirs back',
  keep: 'Keep mine',
} as const;

/** Texts for a step that was not saved. */
export const sheetRefusals = {
  offline: 'You seem to be offline. What you typed is still here; please save it when you are back.',
  unexpected: 'It was not saved. What you typed is still here; please try again.',
  rate_limited: `${tooOften} What you typed is still here; please wait a moment.`,
} as const;
