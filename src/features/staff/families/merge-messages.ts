import type { MergePreview, MergeSide } from '#contract/management-families.ts';
import { plural } from '#contract/plural.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { dayOf } from '#domain/day-of.ts';
import { justChanged } from '#ui/staff/error-messages.ts';
import { refusals } from './messages.ts';

export const mergeMessages = {
  title: 'Possible duplicates',
  lead: 'These families share some details. That alone proves nothing, so merge them only if you know that they are the same family.',
  none: 'No other family has the same address, number or child.',
  sameField: {
    child: 'Same child',
    email: 'Same e-mail',
    parent: 'Same parent and postal code',
    phone: 'Same phone',
  },
  distinct: 'Not the same',
  distinctOf: (name: string) => `Not the same: ${name}`,
  undo: 'Undo',
  otherFamily: 'Find another family',
  search: 'Name, child, e-mail, phone or order',
  find: 'Find',
  failed: 'The search did not work. Please try again.',
  nobody: 'No similar families found.',
  compare: 'Compare',
  compareWith: (name: string) => `Compare with ${name}`,
  looking: 'Comparing…',
  preview: 'What merging will change',
  becomes: (from: string, into: string) => `${from} will become part of ${into}`,
  survivingColumn: 'Stays',
  mergedColumn: 'Goes',
  rows: {
    family: 'Family',
    account: 'Account',
    signedIn: 'Last sign-in',
    phone: 'Phone',
    children: 'Children',
    orders: 'Orders',
    since: 'Since',
  },
  account: (hasAccount: boolean) => (hasAccount ? 'Account' : 'Guest, no account'),
  never: 'Never signed in',
  ordersOf: ({ orders, last_order_at }: MergeSide) =>
    orders === 0 ? 'None' : `${orders}, most recently on ${dayOf(last_order_at ?? '')}`,
  /** The text includes the e-mail address, because two families may have the same name. */
  nameOf: ({ name, email }: MergeSide['family']) => `${name} (${email})`,
  moves: ({ orders, bookings, passes, waiting }: MergeSide, into: string) =>
    `${plural(orders, 'order')}, ${plural(bookings, 'booking')}, ${plural(passes, 'pass', 'passes')} and ${plural(waiting, 'waitlist entry', 'waitlist entries')} will go to ${into}, with notes and consents.`,
  child: ({ name, age, is_merged }: MergePreview['children'][number], into: string) =>
    is_merged
      ? `${name} (${age}) has the same name and birthday in both, so we will merge the two.`
      : `${name} (${age}) will join the children of ${into}.`,
  parent: (name: string) => `${name} will become a parent of this family and see everything in it.`,
  mergedContents: (into: string, count: number) =>
    `We will keep the health details, people and consents of ${into}.${count === 0 ? '' : ` We will ask the family to decide about ${plural(count, 'detail')} that ${count === 1 ? 'differs' : 'differ'}.`}`,
  ends: (from: string) =>
    `${from} will no longer exist. The log will show that it was merged, when and by whom.`,
  mergeWarning: 'This can’t be undone:',
  proof:
    'afterwards nobody can tell which details came from which family. Make sure that they are the same family. Do not rely on typed details alone.',
  yes: (from: string, into: string) => `Merge ${from} into ${into}`,
  turn: (from: string) => `Keep ${from} instead`,
  no: 'Keep separate',
  merged: 'Families merged.',
  changed: justChanged('Somebody', 'one of these families', 'nothing was merged'),
} as const;

export const mergeRefusals: OwnMessages = {
  ...refusals,
  family_full:
    'Together they have more than two parents with an account, and a family can have only two. One of them must leave first, in Family Base.',
  family_not_found: 'One of these families has just been merged into another, or deleted.',
};
