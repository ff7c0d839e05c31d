import type { CampUse } from '#contract/management-schedule.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { joinNames } from '#contract/place-names.ts';
import { justChanged, rereadRefusals } from '#ui/staff/error-messages.ts';

const usageNames: Record<CampUse, string> = {
  children: 'bookings',
  orders: 'orders',
  holds: 'spots on hold',
  waitlist: 'families on the waitlist',
  offers: 'offers to the waitlist',
  first_aid: 'first-aid entries',
};

export const removeMessages = {
  name: 'Remove camp…',
  question: 'Remove this camp?',
  means:
    'The camp will be removed from the schedule, the site and the reports. Nobody is booked or waiting, so nobody will get an e-mail. Checkouts that ended without a payment are deleted too. You can’t undo this.',
  yes: 'Yes, remove camp',
  no: 'Keep camp',
  removed: 'Camp removed. If it was on the site, it will disappear from there within a minute.',
  inUse: (uses: readonly CampUse[]) =>
    `This camp can’t be removed, because it has ${joinNames(uses.map((kind) => usageNames[kind]))}. Cancelled ones count too, and unpaid ones while they can still be paid.`,
} as const;

export const removeRefusals: OwnMessages = {
  ...rereadRefusals,
  camp_in_use: 'This camp is in use, so it was not removed. The latest details are below.',
  changed_meanwhile: justChanged('Somebody else', 'this camp', 'it was not removed'),
};
