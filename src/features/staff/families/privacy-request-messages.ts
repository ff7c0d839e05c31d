import { plural } from '#contract/plural.ts';
import type { OwnMessages } from '#api/error-text.ts';

const refusals: OwnMessages = {
  sign_in_again: 'Please sign in again first. For this, you must have signed in within the last 15 minutes.',
  family_in_use:
    'Nothing was deleted: bookings, orders or renewals of this family are still open. Please cancel them first.',
  family_outstanding:
    'Nothing was deleted: we still owe this family something, for example credits, a balance or a refund. Please tell them. If they agree to lose it, choose “Delete and forfeit what we owe” below.',
  family_not_found: 'We can’t find this family. It may have been deleted already.',
};

export const requestMessages = {
  title: 'Personal data requests',
  lead: 'Check first who is asking: call the number above. Saving a copy and deleting are logged, and the family can see that a copy was saved.',
  copy: 'Save a copy of everything',
  saved:
    'Saved. It contains health details, so send it to the family’s own address only, and delete your file.',
  erase: 'Delete this family…',
  question: (name: string) => `Delete the family of ${name}?`,
  means:
    'Names, children, health notes, contacts and their accounts will be deleted at once. Orders and payments will stay in the books without a name. You can’t undo this.',
  yes: 'Yes, delete permanently',
  no: 'Keep family',
  giveUp: 'Delete and forfeit what we owe…',
  giveUpMeans:
    'The family has been told what we owe them and has agreed to lose it. They will get no money and no sessions back. The audit log will record what they lose. You can’t undo this.',
  signIn: 'Sign in again',
  erased: (orders: number) =>
    orders === 0
      ? 'The family’s data has been deleted.'
      : `The family’s data has been deleted. ${orders === 1 ? 'One order stays' : `${orders} orders stay`} in the books without a name.`,
  others: (families: number) =>
    `${plural(families, 'other family has', 'other families have')} the same e-mail address, for example from a booking as a guest. Please check:`,
  other: (at: number) => `Family ${at}`,
  refusals,
} as const;
