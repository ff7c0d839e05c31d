import type { LateChoice, RefundReason } from '#contract/after-sale.ts';
import { joinNames, placeMessage as wordsOfPlace } from '#contract/place-names.ts';
import { formatDate, formatMoment } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import type { ManagedLine, Target } from '../model.ts';

export const orderMessages = {
  lead: 'You can change or cancel it here. Nothing happens until you confirm.',
  leadCancel: 'You can cancel it here. Nothing happens until you confirm.',
  leadChoice: 'Please choose what happens now. Nothing happens until you confirm.',
  leadAbsence: 'It’s too late to change the camp here. You can still tell us about a day away.',
  absence: 'Tell us about a day away',
  awayOn: (days: readonly string[]) =>
    `Away on ${joinNames(days.map((day) => formatDate(day)))}. The spot stays yours.`,
  leadClosed: 'Here are the details. There is nothing left to change.',
  order: 'Order',
  receipt: 'Receipt and calendar file',
  keep: 'Keep the booking',
  helpText: (number: string) => `Hello! This is about our order ${number}.`,
  details: 'Need to correct a name or date of birth? Write to us. It takes a minute.',
  refunds: 'Refunds',
  together: 'These belong together. One choice applies to all of them.',
  noLongerPaid: 'This order was not paid, so there is nothing to change.',
} as const;

const lengthOf = (hours: number) =>
  hours % 24 === 0 && hours >= 48 ? `${hours / 24} days` : `${hours} hours`;

export const nothingRefunded = 'Under the rules of this booking, there is no refund now.';

export const cancelMessages = {
  open: 'Cancel',
  openPass: 'Cancel the pass',
  wholePass: (sessions: number, refundCents: number) =>
    refundCents > 0
      ? `This cancels the whole pass, all ${sessions} sessions.`
      : `This cancels the whole pass, all ${sessions} sessions. If you would like unused sessions refunded, do not cancel here. Ask us on WhatsApp first.`,
  partPass: (unused: number, total: number) =>
    `${unused} of ${total} sessions ${unused === 1 ? 'is' : 'are'} left. Sessions still booked will be cancelled, and the pass will end.`,
  used: (usedSessions: number, total: number) =>
    `${usedSessions} of ${total} sessions ${usedSessions === 1 ? 'was' : 'were'} used, and the rest were cancelled.`,
  endsRenewal: 'The pass will not renew, and your card will not be charged.',
  openAll: 'Cancel everything',
  title: 'Cancel this booking?',
  titlePass: 'Cancel this pass?',
  titleAll: 'Cancel everything?',
  back: (cents: number) => (cents > 0 ? `${formatMoney(cents)} back` : 'No refund'),
  session: (bookingName: string) => `Booked: ${bookingName}`,
  unchanged: (bookingName: string) => `This does not change: ${bookingName}.`,
  refund: (cents: number) =>
    cents > 0 ? `${formatMoney(cents)} will be refunded the same way you paid.` : nothingRefunded,
  /** Quotes the refund rule that applies now. After a move, the database applies the same rule. */
  why: ({ percent, of_cents, hours_before, counted_to, days_after_purchase }: RefundReason) =>
    [
      `Under the rules of this booking, ${percent}% of ${formatMoney(of_cents)} is refunded`,
      hours_before !== undefined && counted_to
        ? `, because ${formatMoment(counted_to)} is at least ${lengthOf(hours_before)} away.`
        : days_after_purchase === undefined
          ? '.'
          : ` until the end of day ${days_after_purchase} after the payment. For a pass, this covers the unused sessions.`,
    ].join(''),
  unpaid: (cents: number) =>
    `${formatMoney(cents)} of the price is not paid yet. It will be taken off the refund, and you will pay nothing more.`,
  reclaimed: (cents: number) =>
    `We have already deducted ${formatMoney(cents)}, because a sibling rebate or code on your other bookings depends on this spot.`,
  free: 'The spot goes to another child at once. This can’t be undone.',
  freeAll: 'The spots go to other children at once. This can’t be undone.',
  siblings: (count: number) =>
    `${count === 1 ? 'One of them was' : `${count} of them were`} moved to a sibling and will be cancelled too.`,
  freePass: 'Spots still booked go to other children at once. This can’t be undone.',
  confirm: (cents: number) =>
    cents > 0 ? `Cancel and get ${formatMoney(cents)} back` : 'Cancel without a refund',
} as const;

export const statusMessages = {
  open: 'Not paid yet',
  placed: 'Booked',
  needs_choice: 'Waiting for your choice',
  credit: 'Credit for later',
  cancelled: 'Cancelled',
  moved: 'Moved',
  off: 'Cancelled by us',
} as const;

export const refundMessages = {
  requested: 'requested, and on its way soon',
  pending: 'on its way; banks take up to ten days',
  succeeded: 'refunded the same way you paid',
  to_balance: 'added to your balance',
  failed: 'did not go through; we are looking into it and will write to you',
  waiting: 'on hold until your bank has decided about the payment you disputed',
  by_bank: 'refunded by your bank, so we do not refund it again',
} as const;

export const placeMessages = {
  movedTo: (bookingName: string) => `Moved to ${bookingName}. That booking has its own order.`,
  open: 'Choose a week',
  waiting: 'You have paid. Please choose a week.',
  passWaiting: 'You have paid for all sessions. Book the first one whenever you like.',
} as const;

export const lateMessages = {
  title: 'Your money is safe. The spot is taken.',
  lead: (cents: number, canChoose: boolean) =>
    `Your payment of ${formatMoney(cents)} reached us after your reservation had ended, and by then the spot was taken. ${
      canChoose ? 'You choose what happens now.' : 'You can get your deposit back below.'
    }`,
  titleOfPart: 'Your money is safe. Please choose.',
  leadOfPart: (cents: number) =>
    `Not everything in your order could be booked when your payment arrived. You paid ${formatMoney(cents)} for this part.`,
  leadKeep: 'If its spot is still free, you can keep it: choose “Another date” and the same date.',
  leadDeposit: 'You can get your deposit back below.',
  move: 'Another date',
  moveText: 'Pick a day that suits you, at the same price.',
  credit: 'Keep as credit',
  creditText: 'Your payment stays with us as credit. Choose a date when you are ready.',
  refund: 'A full refund',
  refundText: 'We refund everything you paid, the same way you paid it.',
  choose: 'What would you like us to do?',
  confirmMove: ['Book this date', 'Book these dates'],
  confirmCredit: ['Keep my payment as credit', 'Keep my whole payment as credit'],
  confirmRefund: ['Refund my payment', 'Refund my whole payment'],
  for: (bookingName: string) => `For ${bookingName}`,
  outcomes: 'What this does',
  missing: 'Please choose a date for each child.',
} as const;

/** Returns the button of a late choice. It names the children, for example "Book these dates: Adam and Bella". */
export function lateConfirm(
  [one, several]: readonly [string, string],
  lines: readonly ManagedLine[],
): string {
  const names = joinNames(lines.flatMap(({ child_name }) => child_name ?? []));
  return [lines.length === 1 ? one : several, names].filter(Boolean).join(': ');
}

/** Returns the amount that was paid for a line. After a deposit, it is less than the line's price. */
export const paidFor = ({ balance_cents, total_cents }: ManagedLine): number => balance_cents ?? total_cents;

/** Says what a late choice does to one line. The parent reads it before pressing the button. */
export function lateOutcome(
  kind: LateChoice['kind'],
  line: ManagedLine,
  target: Pick<Target, 'what' | 'where' | 'when'> | null,
): string {
  const place = wordsOfPlace(line);
  const placeText = place || line.title;
  const childPrefix = line.child_name === null ? '' : `${line.child_name}: `;
  if (kind === 'credit') return `${childPrefix}${placeText}, will become a credit for later.`;
  if (kind === 'refund')
    return `${childPrefix}${placeText}, will be cancelled. ${formatMoney(paidFor(line))} will be refunded.`;
  if (place === '') return `${childPrefix}${placeText}, will move to the same date.`;
  if (target === null) return `${childPrefix}please choose a date instead of ${placeText}.`;
  return `${childPrefix}${[target.what, target.where, target.when].filter(Boolean).join(', ')}, instead of ${placeText}.`;
}

export const planMessages = {
  title: 'Your payments',
  states: {
    paid: () => 'paid',
    due: (day: string) => `to pay by ${day}`,
    late: (day: string) => `was due on ${day}`,
    lapsed: (day: string) => `was not paid by ${day}`,
    cancelled: () => 'cancelled, nothing to pay',
  },
  moveLater: 'Once everything is paid, you can also move the booking. If you cancel, you pay nothing more.',
  pay: (sum: string) => `Pay ${sum}`,
} as const;
