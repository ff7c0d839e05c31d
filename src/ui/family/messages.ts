import { offline, retryOnline } from '#domain/offline-messages.ts';
export const familyErrors = {
  offline: `${offline} Nothing has changed. ${retryOnline}`,
  unexpected: 'That did not work. Nothing has changed. Please try again.',
} as const;

export const notSaved = 'That was not saved. Please try again.';

export const creditMessages = {
  fromPass: 'A pass gives you credits to book sessions with.',
  getBack: 'Get the credit back',
} as const;

/** The label of the button below a receipt and below the copy of a family's data. */
export const printLabel = 'Print, or save as PDF';

export const consentTitles = {
  medical: 'Emergency treatment',
  liability: 'Risks of sport (indemnity)',
} as const;

/** The names of the same consents inside a sentence. */
export const consentNouns = {
  liability: 'the risks of sport',
  medical: 'emergency treatment',
  activity: 'taking part',
} as const;
