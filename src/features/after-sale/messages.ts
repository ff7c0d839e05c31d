import type { ErrorCode } from '#contract/errors.ts';
import { brand } from '../../config/brand.ts';
import type { RefundReason } from '#contract/after-sale.ts';
import { formatMoment } from '../../domain/dates.ts';
import { formatMoney } from '../../domain/money.ts';
import { isOffline } from '../../browser/online.ts';
import { type OwnRefusals, refusalWords as wordsOf } from '../../api/refusal-words.ts';

export const messages = {
  loading: 'Looking up your booking...',
  title: 'Your booking',
  lead: 'Change or cancel it here. Nothing happens before you confirm.',
  leadCancel: 'Cancel it here. Nothing happens before you confirm.',
  leadChoice: 'Please choose what happens now. Nothing happens before you confirm.',
  leadClosed: 'This is how it stands. There is nothing left to change here.',
  order: (number: string) => `Order ${number}`,
  receipt: 'Receipt and calendar file',
  keep: 'Keep it as it is',
  tryAgain: 'Try again',
  signIn: 'Sign in',
  help: 'Ask on WhatsApp',
  helpText: (number: string) => `Hello! This is about our order ${number}.`,
  details: 'A name or date of birth to correct? Write to us; it takes a minute.',
  refunds: 'Refunds',
  together: 'These belong together: one choice is for all of them.',
  noLongerPaid: 'This order was not paid, so there is nothing to change.',
} as const;

const lengthOf = (hours: number) =>
  hours % 24 === 0 && hours >= 48 ? `${hours / 24} days` : `${hours} hours`;

const nothingRefunded = 'By the rules of this booking, nothing is refunded now.';

export const cancelWords = {
  open: 'Cancel',
  openPass: 'Cancel the pass',
  wholePass: (sessions: number, refundCents: number) =>
    refundCents > 0
      ? `This gives the whole pass back, all ${sessions} sessions.`
      : `This gives the whole pass back, all ${sessions} sessions. If you would like unused sessions refunded, ask us on WhatsApp first, and do not cancel here.`,
  partPass: (unused: number, total: number) =>
    `${unused} of ${total} sessions ${unused === 1 ? 'is' : 'are'} left. What is still booked is cancelled, and the pass ends.`,
  used: (used: number, total: number) =>
    `${used} of ${total} sessions ${used === 1 ? 'was' : 'were'} used, and the rest was given back.`,
  /** In front of what is said of one of several passes. */
  about: (name: string, words: string) => `${name}: ${words}`,
  endsRenewal: 'It does not renew again, and your card is not charged any more.',
  openAll: 'Cancel everything',
  /** `of`: who, what, where and when. */
  title: (of: string) => `Cancel: ${of}?`,
  titleAll: 'Cancel everything that can be cancelled?',
  refund: (cents: number) =>
    cents > 0 ? `${formatMoney(cents)} goes back the way it came.` : nothingRefunded,
  /** The rule that fits now: what is shown is what is applied, also after a move. */
  why: ({ percent, of_cents, hours_before, counted_to, days_after_purchase }: RefundReason) =>
    [
      `By the rules it was booked with, ${percent}% of ${formatMoney(of_cents)} comes back`,
      hours_before !== undefined && counted_to
        ? `: it is at least ${lengthOf(hours_before)} to ${formatMoment(counted_to)}.`
        : days_after_purchase === undefined
          ? '.'
          : ` until the end of day ${days_after_purchase} after the payment, of a pass for what is unused.`,
    ].join(''),
  reclaimed: (cents: number) =>
    `${formatMoney(cents)} is taken off already: a sibling rebate or code of what you keep needs this spot as well.`,
  free: 'The spot goes to another child at once. This cannot be undone.',
  freePass: 'Spots still booked go to other children at once. This cannot be undone.',
  confirm: (cents: number) =>
    cents > 0 ? `Cancel and get ${formatMoney(cents)} back` : 'Cancel without refund',
  done: (cents: number) => (cents > 0 ? `Cancelled. ${formatMoney(cents)} goes back to you.` : 'Cancelled.'),
  changed: (cents: number | undefined) =>
    cents === undefined
      ? 'The refund has changed since you opened this page. Please look again.'
      : `The refund is ${formatMoney(Math.abs(cents))} now. Please look again before you confirm.`,
} as const;

export const moveWords = {
  open: (day: string | null) => (day === null ? 'Change the date' : `Change the date of ${day}`),
  titleSession: 'Which class instead?',
  titleCamp: 'Which week instead?',
  /** `of`: who, and what it is now. */
  of: (title: string, of: string) => (of === '' ? title : `${title} Now: ${of}`),
  /** `day`: of a pass, whose sessions are several. */
  until: (moment: string, day: string | null) =>
    `${day === null ? 'The' : `${day}: the`} date can be changed until ${moment}, Singapore time.`,
  over: (moment: string, day: string | null) =>
    `${day === null ? 'The' : `${day}: the`} date could be changed until ${moment}, Singapore time. It begins too soon for that now.`,
  overHelp: 'Something came up? Write to us on WhatsApp',
  overText: ': a person looks for what is still possible.',
  calledOff: 'We had to call this one off. Take another date, or have all of your money back.',
  /** Of a pass of several sessions. */
  classCalledOff: 'We had to call this one off. Its credit is back on your pass: take another date.',
  loading: 'Looking for free spots...',
  failed: 'The dates did not load. Nothing has changed; please try again.',
  none: 'No other date has a free spot at the moment.',
  noneHelp: 'New ones come every week. Write to us, and we tell you first.',
  more: 'Show other camps too',
  ask: 'Take this one',
  choose: 'Please choose one first.',
  confirmTitle: 'Change to this date?',
  same: 'The price stays the same.',
  less: (cents: number) => `It costs less: ${formatMoney(cents)} goes back the way it came.`,
  lessNothing: nothingRefunded,
  rebateLost: (cents: number) =>
    `The sibling rebate of ${formatMoney(cents)} does not come along: no other child of this booking is there. If both children change, first change the one without the rebate.`,
  costsMore: (cents: number) => `It costs ${formatMoney(cents)} more, which you pay on the next page.`,
  oldPlaceStays: 'Until it is paid, your old spot stays yours; then it goes to another child.',
  pay: (cents: number) => `Pay ${formatMoney(cents)} and change`,
  differenceChanged: (cents: number) =>
    `It costs ${formatMoney(cents)} more now. Please look again before you pay.`,
  oldPlace: 'Your old spot goes to another child at once.',
  confirm: 'Change the date',
  other: 'Choose another',
  done: 'Your new date is booked. The e-mail with its calendar file is on its way.',
} as const;

/** After the late choice. */
export const lateDone = {
  move: 'You are booked. The e-mail with the calendar file is on its way.',
  credit: 'It is kept for you. Choose a date whenever you know it.',
  refund: 'Your money goes back the way it came. Banks take up to ten days.',
} as const;

export const linkWords = {
  title: 'Send me a new link',
  number: 'Order number',
  numberHint: 'It is in every e-mail we sent you. No e-mail at hand? Leave it empty.',
  email: 'E-mail address of the booking',
  send: 'Send me a new link',
  /** The same, whatever is known of order and address. */
  sent: 'If there is a booking under this address, an e-mail with a new link is on its way. It can take a few minutes.',
  faults: {
    number: 'Please fill in the order number, as it is in the e-mail.',
    email: 'Please fill in the e-mail address, such as name@example.com.',
    rate_limited: 'That was asked for very often just now. Please try again in an hour.',
    failed: 'The request did not get through. Please try again.',
  },
} as const;

/** What stands below the two fields, or beside one. */
export const linkFaultWords = (fault: keyof typeof linkWords.faults): string =>
  fault === 'failed' && isOffline()
    ? 'You seem to be offline. Please try again when you are back.'
    : linkWords.faults[fault];

export const childNotes = {
  saved: (name: string) => `Saved. The coaches of ${name} see it from now on.`,
  waiting: 'Please choose first what happens with this booking; then it can be changed here.',
} as const;

/** Why the page shows no order. */
export const gone = {
  missing: {
    title: 'This page needs its link',
    text: `Please open it from the e-mail that ${brand.name} sent you: “Change or cancel your booking”.`,
  },
  link_not_found: {
    title: 'We do not know this link',
    text: 'It may be incomplete, or very old. Please open it from the newest e-mail about your booking, or ask for a new one here.',
  },
  link_expired: {
    title: 'This link is over',
    text: 'Links end some time after the last day booked, and once your account has another e-mail address. Sign in, or ask for a new link here.',
  },
  failed: {
    title: 'Your booking did not load',
    text: 'Nothing has changed. Please try again.',
  },
  helpText: 'Hello! I need a new link to change my booking.',
} as const;

/** Said where nothing can be fetched. */
const atHand: OwnRefusals = {
  offline: 'You seem to be offline. Nothing was changed; please try again when you are back.',
  unexpected: 'Something went wrong on our side. Nothing was changed. Please try again.',
};

/** A code in the parent's words. */
export async function refusalWords(code: ErrorCode): Promise<string> {
  if (code === 'unexpected') return wordsOf(code, atHand);
  const own = await import('./refusals.ts').catch(() => null);
  return wordsOf(code, { ...own?.refusals, ...atHand });
}
