/** Texts for actions that failed on the family's screens. */
export const familyRefusals = {
  offline: 'You seem to be offline. Nothing has changed; please try again when you are back.',
  unexpected: 'That did not work. Nothing has changed; please try again.',
} as const;

export const notSaved = 'That was not saved. Please try again.';
