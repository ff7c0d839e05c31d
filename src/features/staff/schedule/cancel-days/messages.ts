import type { CancelledDay, CancelledDays, DayMoney, OrderProblem } from '#contract/camp-days.ts';
import type { ScheduleItem } from '#contract/management-schedule.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatDate } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { justChanged } from '#ui/staff/error-messages.ts';
import { joinNames, longPlaceText } from '#contract/place-names.ts';
import { plural } from '#contract/plural.ts';
import { cancelRefusals } from '../cancel-sessions/messages.ts';

export const dayName = (day: string) => formatDate(day, { year: false });
const daysName = (days: readonly string[]) => joinNames(days.map(dayName));

/** Returns for example `Spark Camp, Bishan, Wed 9 Dec 2026`. */
const campOn = ({ title, location }: ScheduleItem, day: string) =>
  longPlaceText({
    session: null,
    camp: { name: title, location_name: location, start_date: day, end_date: day },
  });

const problems: Record<OrderProblem, string> = {
  instalments: 'it is not paid in full',
  disputed: 'the bank is deciding about its payment',
  erased: 'its family was deleted',
};

const moneyNames: Record<DayMoney, string> = {
  refund: 'The price of the day was refunded.',
  balance: 'The price of the day was added to families’ balances.',
  other: 'Families got something else:',
};

export const cancelDayMessages = {
  open: 'Cancel a day…',
  title: 'Cancel days of this camp',
  days: 'Which days',
  noDay: 'Please choose at least one day.',
  allDays: 'These are all days of the camp. Please cancel the whole camp instead.',
  money: 'What families get for it',
  moneyOptions: {
    refund: 'Refund the day’s share of the price',
    balance: 'Add the day’s share to the family’s balance',
    other: 'Something else, or nothing',
  } satisfies Record<DayMoney, string>,
  moneyNotes: {
    refund: 'As it was paid: online, in person or to the balance. This can’t be undone.',
    balance: 'The family spends it here. This can’t be undone.',
    other: 'Another day, for example. Write it below, and families read it in their e-mail.',
  } satisfies Record<DayMoney, string>,
  instead: 'What families get instead',
  insteadHint: 'Say it in a whole sentence, for example: “We make up for it on Saturday from 9.”',
  noInstead: 'Please say what families get, or why they get nothing.',
  again: 'Check again',
  confirm: (days: readonly string[]) => `Yes, cancel ${daysName(days)}`,
  goBack: 'Go back',
  hasChanged: justChanged('Somebody', 'the camp or a booking', 'nothing was cancelled'),
  done: (days: readonly string[]) => `Cancelled: ${daysName(days)}.`,
  alreadyDone: 'Somebody had already cancelled this. Nothing more was done.',
  order: (number: string, problem: OrderProblem) => `Order ${number}: ${problems[problem]}`,
  leftTitle: 'Please decide about the money yourself',
  leftText: 'These families were told that you will write to them. There is a task for each order:',
  leftBefore: 'These families will be told that you will write to them. Each order gets a task:',
  tag: (day: string) => `${dayName(day)}: cancelled`,
  cancelledDay: ({ reason, money, instead }: CancelledDay) =>
    [`Why: ${reason}.`, moneyNames[money], instead ?? ''].filter(Boolean).join(' '),
  restore: 'Hold this day after all…',
  restoreQuestion: (item: ScheduleItem, day: string) =>
    `Hold the camp on this day after all? ${campOn(item, day)}`,
  restoreMeans:
    'Children are on the roster again, and every family and coach gets a message. What families got for the day stays theirs.',
  restoreYes: 'Yes, hold the camp',
  restoreNo: 'Keep it cancelled',
  restored: (day: string, mails: number) =>
    `There is camp on ${dayName(day)} after all. ${plural(mails, 'e-mail')} will say so.`,
} as const;

/** Says what cancelling the days does. */
export function dayConsequences(counts: CancelledDays): string[] {
  const lines = [
    counts.children === 0
      ? 'No children booked.'
      : `${plural(counts.children, 'child', 'children')} from ${plural(counts.families, 'family', 'families')} will not be expected. The roster says that the day is cancelled.`,
  ];
  if (counts.refund_cents > 0)
    lines.push(`${formatMoney(counts.refund_cents)} will be returned to families.`);
  if (counts.unpaid > 0)
    lines.push(
      `Nobody paid here for ${plural(counts.unpaid, 'child', 'children')}, so nothing is returned for them.`,
    );
  lines.push(`${plural(counts.mails, 'e-mail')} will name child, camp, location and day.`);
  if (counts.phones > 0)
    lines.push(`${plural(counts.phones, 'message')} will also go to phones by WhatsApp or SMS.`);
  lines.push('The coaches get an e-mail. The camp is not on sale while a day is cancelled.');
  return lines;
}

export const cancelDayRefusals: OwnMessages = {
  ...cancelRefusals,
  child_checked_in:
    'Nothing was cancelled, because children came on this day. If one was marked by mistake, undo the mark first. If the day ends early, please refund in the orders.',
  camp_in_past: 'This day has ended, so nothing was done.',
  camp_cancelled: 'Somebody has cancelled the whole camp. Nothing was done.',
  place_not_found: 'This camp is no longer on the schedule. Nothing was done.',
};
