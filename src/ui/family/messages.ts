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

/** What a parent is asked before the consent to photos of a child is withdrawn. */
export const photoWithdrawal = (name: string) => ({
  name: 'No photos',
  label: `No photos of ${name}`,
  question: `No more photos of ${name}?`,
  means: `We will immediately delete every camp photo that ${name} is in, for other families too. This can’t be undone.`,
  yes: 'Yes, delete them',
  no: 'Keep the photos',
});

/** The names of the same consents inside a sentence. */
export const consentNouns = {
  liability: 'the risks of sport',
  medical: 'emergency treatment',
  activity: 'taking part',
} as const;
