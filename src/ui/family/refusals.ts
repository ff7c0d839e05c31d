/** What the family's screens say of a press that came to nothing. */
export const familyRefusals = {
  offline: 'You seem to be offline. Nothing has changed. Please try again when you are back online.',
  unexpected: 'That did not work. Nothing has changed. Please try again.',
} as const;

/** Of an answer to what was asked. */
export const notSaved = 'That was not saved. Please try again.';
