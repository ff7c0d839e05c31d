/** What a step says of how its typing is kept. */
export const sheetWords = {
  kept: 'What you typed last time is here again. It is not saved yet.',
  notKept: 'Not kept in this browser: it is gone if you leave without saving.',
} as const;
