import type { ScheduleItem, ScheduleItemDetails } from '#contract/management-schedule.ts';
import { shortDays } from '#contract/place-names.ts';
import { plural } from '#contract/plural.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatMoment } from '#domain/dates.ts';
import { ownFamilyRefusal, staffRefusals } from '#ui/staff/error-messages.ts';

const placeText = ({ kind, title, location, first_day, last_day, starts_at }: ScheduleItem): string =>
  kind === 'camp'
    ? `${shortDays(first_day, last_day)}, ${location}`
    : `${formatMoment(starts_at)}, ${location}, ${title}`;

export const isFull = ({ capacity, taken }: ScheduleItem): boolean => taken >= capacity;

export const familyMailed = 'The family gets an e-mail.';

export const moveMessages = {
  open: 'Move',
  openOf: (name: string) => `Move ${name}`,
  title: (name: string) => `Move ${name} to another date`,
  text: {
    camp: 'The price will not change, and the family will get an e-mail with the new date. A camp of another tier has a different price: cancel this one and sell the other one.',
    session: 'The credit will move to the new class, and the family will get an e-mail with the new date.',
  },
  unpaid: 'Nothing was paid for this spot here, and the move will not change that.',
  loading: 'Looking for other dates…',
  none: {
    camp: 'No other camp of this tier is on sale.',
    session: 'No other class fits this child’s team and pass.',
  },
  choose: 'Choose…',
  option: (item: ScheduleItem) =>
    `${placeText(item)} · ${isFull(item) ? `full, ${item.taken} of ${item.capacity}` : `${item.capacity - item.taken} open`}`,
  reason: {
    label: 'Why?',
    hint: 'Colleagues read this in the family’s notes. The e-mail does not mention it.',
  },
  full: ({ capacity, taken, waiting }: ScheduleItem, name: string) =>
    [
      `It is full, ${taken} of ${capacity}. We will add one spot for ${name} only.`,
      waiting > 0 &&
        `${plural(waiting, 'family', 'families')} on the waitlist will keep ${waiting === 1 ? 'its' : 'their'} turn.`,
      'Please check that a coach can take one more.',
    ]
      .filter(Boolean)
      .join(' '),
  move: 'Move child',
  moveAndAdd: 'Add a spot and move',
  leave: 'Don’t move child',
  done: (name: string, to: ScheduleItem | undefined, isAdded: boolean, isMailed: boolean) =>
    `${name} has been moved${to ? ` to ${placeText(to)}` : ''}.${isAdded ? ' A spot was added there.' : ''} ${isMailed ? familyMailed : 'We have not e-mailed the family, so please tell them.'}`,
} as const;

export type BookedChild = ScheduleItemDetails['children'][number];

/** Messages for when the child has already left this roster or joined the other one. */
export const goneRefusals: OwnMessages = {
  booking_not_found: 'This child is no longer booked here. Nothing has changed.',
  child_checked_in: 'This child has just been checked in here. Please undo the check-in on the roster first.',
};

export const moveRefusals: OwnMessages = {
  ...staffRefusals,
  ...goneRefusals,
  camp_full: 'This camp has just filled up. To add an extra spot, choose it again.',
  session_full: 'This class has just filled up. To add an extra spot, choose it again.',
  camp_not_found: 'This camp is not on sale now. Please choose another one.',
  session_not_found: 'This class has been cancelled. Please choose another one.',
  line_closed: 'This booking can no longer be moved. Cancel it and book again.',
  own_balance: ownFamilyRefusal,
  instalments_open: 'This order has instalments to pay. The child can be moved once it is paid in full.',
  already_refunded: 'The money for this spot was refunded, so it can’t be moved.',
  pass_expired: 'The pass ends before that day. Please choose an earlier one.',
  no_credit: 'The pass for this booking was refunded, so it can’t be moved.',
  offer_not_available: 'This camp is sold at a different price. Cancel this one and sell the other one.',
};
