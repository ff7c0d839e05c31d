import type { StaffEvent } from '#contract/management-orders.ts';
import { type OwnMessages } from '#api/error-text.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { chargeRefusals } from '#ui/staff/error-messages.ts';
import {
  answerMessages,
  decisionTitle,
  hiddenMessage,
  mailEventMessages,
  mailName,
  unnamed,
} from '#ui/staff/messages.ts';
import { choiceMessages } from './choice-messages.ts';
import type { Outcome } from './detail.ts';
import { planMessages, planRefusals } from './plan-messages.ts';
import { refundMessages } from './refund-messages.ts';

export const listMessages = {
  empty: [
    'No orders yet.',
    'Checkouts on the site appear here from their first step, and so do sales at the desk.',
  ],
  title: 'Orders',
  one: 'order',
  several: 'orders',
  search: 'Search orders',
  searchHint: 'Number, name, e-mail, phone, camp, Stripe ID',
  state: 'State',
  usualStates: 'Any (expired only when you search)',
  states: {
    any: 'Any, including expired',
    paid: 'Paid',
    decide: 'To decide',
    refunded: 'Refunds',
    rest_open: 'Partly paid',
    open: 'Not paid yet',
    lapsed: 'Expired',
  },
  channel: 'Sold',
  allChannels: 'Anywhere',
  item: 'Camp or class',
  allItems: 'All camps and classes',
  classOf: (name: string) => `Class: ${name}`,
  base: 'Location',
  allBases: 'All locations',
  day: 'Takes place on',
  from: 'Opened from',
  until: 'Opened until',
  all: 'All',
  number: 'Order',
  parent: 'Parent and children',
  bought: 'Bought',
  total: 'Total',
  created: 'Opened',
  unnamed,
  refunded: (cents: number) => `${formatMoney(cents)} refunded`,
  open: (cents: number) => `${formatMoney(cents)} still to pay`,
  viewOff: hiddenMessage('Orders show names, contact details and money'),
} as const;

export const channelMessages = { web: 'On the site', desk: 'At the desk', renewal: 'Renewal' } as const;

export const stateMessages: Partial<Record<string, string>> = {
  held: 'Held',
  awaiting_payment: 'At payment',
  expired: 'Expired',
  released: 'Abandoned',
  paid: 'Paid',
  part_paid: 'Partly paid',
  part_refunded: 'Partly refunded',
  refunded: 'Refunded',
  moved: 'Moved',
  cancelled: 'Cancelled',
  needs_choice: 'Family chooses',
  under_review: 'To decide',
  disputed: 'Disputed',
  dispute_lost: 'Dispute lost',
};
const badStates = ['needs_choice', 'under_review', 'disputed', 'dispute_lost'];
/** Returns the colour of a state. The tag also contains the word, so that it does not depend on colour alone. */
export const toneOf = (state: string): string =>
  badStates.includes(state)
    ? 'bad'
    : ({ paid: 'good', awaiting_payment: 'warn', held: 'warn', part_paid: 'warn' }[state] ?? '');

export const detailMessages = {
  soldBy: (name: string) => `by ${name}`,
  loading: 'Loading...',
  failed: 'The order did not load.',
  notFound: 'We can’t find this order.',
  close: 'Close',
  order: (number: string) => `Order ${number}`,
  opened: (at: string) => `Opened ${formatMoment(at)}`,
  paid: (at: string) => `Paid ${formatMoment(at)}`,
  invoice: (reference: string) => `Invoice ${reference}`,
  creditNote: (reference: string) => `Credit note ${reference}`,
  heldUntil: (until: string) => `Spots are held until ${formatMoment(until)}`,
  total: 'Total',
  received: 'Received',
  refunded: 'Refunded',
  code: 'Code',
  decisions: 'To decide',
  bought: 'What was bought',
  child: (name: string | null) => name ?? 'Child’s name not known',
  family: 'The family',
  balance: (cents: number) => `${formatMoney(cents)} after refunds and moves`,
  money: 'Payments and refunds',
  noPayments: 'No payments yet.',
  refundable: (cents: number) =>
    cents === 0 ? 'all refunded' : `up to ${formatMoney(cents)} can be refunded`,
  disputed: 'The bank is deciding',
  events: 'What happened',
  refund: 'Refund',
  refundAll: 'Refund the order',
  change: 'Move or change',
  changeHint:
    '“Move or change” shows what the booking allows now, and opens the family’s own page from there.',
  link: 'E-mail a new link',
  endLinks: 'End all links…',
  endLinksMeans:
    'Use this if the family passed on a link by mistake. Every link in our earlier e-mails about this order will stop working at once, including links to pay. We will e-mail the family a new one.',
  endLinksYes: 'End all links now',
  endLinksNo: 'Keep links',
} as const;

export const lineStates: Record<string, string> = {
  open: 'Not paid',
  placed: 'Booked',
  needs_choice: 'Family chooses',
  credit: 'Date not chosen yet',
  cancelled: 'Cancelled',
};

const reasons: Partial<Record<string, string>> = {
  ...refundMessages.reasons,
  moved: 'Moved',
  paid_late: 'Paid late',
  external: 'Made in Stripe',
};
const reasonMessage = (about: string | null) => reasons[about ?? ''] ?? (about ?? '').replaceAll('_', ' ');
const methods: Partial<Record<string, string>> = {
  cash: 'in cash',
  paynow: 'by PayNow',
  card_terminal: 'on the terminal',
  balance: 'from the balance',
  card: 'by card',
};
export const methodMessage = (method: string | null) =>
  method === null ? '' : (methods[method] ?? `by ${method}`);

export function eventMessage({ kind, about, cents }: StaffEvent): string {
  const money = cents === null ? '' : formatMoney(Math.abs(cents));
  switch (kind) {
    case 'opened':
      return about === 'desk' ? 'Sold at the desk' : about === 'renewal' ? 'Renewed' : 'Checkout opened';
    case 'desk_discount':
      return `Manual discount of ${money}${about === null ? '' : `: ${about}`}`;
    case 'instalment_moved':
      return `More time to pay ${money}${about === null ? '' : `: ${about}`}`;
    case 'instalment_written_off':
      return `No longer claimed: ${money}${about === null ? '' : `. ${about}`}`;
    case 'page_opened':
      return 'Went to the payment page';
    case 'page_closed':
      return 'The payment page closed';
    case 'charged':
      return `${money} paid ${methodMessage(about)}`.trim();
    case 'decision':
      return `To decide: ${decisionTitle(about ?? '')}`;
    case 'decided':
      return `Decided: ${{ moved: 'moved', credit: 'credit', refund: 'refunded', accepted: 'accepted', ended: 'ended', line: 'for one item', cancelled: 'cancelled' }[about ?? ''] ?? about ?? ''}`;
    case 'refund_requested':
      return `Refund of ${money}: ${reasonMessage(about)}`;
    case 'refund_note':
      return `Note on the refund: ${about ?? ''}`;
    case 'refund_at_stripe':
      return `${money} refunded in Stripe`;
    case 'refund_paid':
      return `${money} refunded`;
    case 'refund_failed':
      return `Refund of ${money} failed`;
    case 'dispute_began':
      return `The bank disputes ${money}`;
    case 'dispute_ended':
      return about === 'won' ? 'We won the dispute' : `The bank returned ${money} to the family`;
    case 'moved_in':
      return `Moved here: ${about ?? ''}`;
    case 'moved_out':
      return `Moved away: ${about ?? ''}`;
    case 'line_moved':
      return `Moved by staff: ${about ?? ''}`;
    case 'line_cancelled':
      return `Cancelled by staff: ${about ?? ''}`;
    case 'line_credit':
      return `Turned into a credit by staff: ${about ?? ''}`;
    case 'line_placed':
      return `Placed by staff: ${about ?? ''}`;
    case 'kept':
      return `We kept ${money}: ${about ?? ''}`;
    case 'written_off':
      return `${money} written off: ${about ?? ''}`;
    case 'mail_sent':
    case 'mail_waits':
    case 'mail_failed':
      return mailEventMessages[kind](mailName(about ?? ''));
    case 'mail_retried':
      return 'E-mail sent again';
    case 'looked':
      return `Opened the family’s details: ${(about ?? '').replaceAll('_', ' ')}`;
    default:
      return kind.replaceAll('_', ' ');
  }
}

export function doneMessage(outcome: Extract<Outcome, { state: 'done' }>): string {
  const money = formatMoney(outcome.cents ?? 0);
  switch (outcome.what) {
    case 'refunded':
      return `${money} is being refunded.`;
    case 'move':
      return choiceMessages.moved;
    case 'credit':
      return choiceMessages.credited;
    case 'refund':
      return choiceMessages.refunded(outcome.cents ?? 0);
    case 'cancelled':
      return (outcome.cents ?? 0) > 0 ? `Cancelled. ${money} is being refunded.` : 'Cancelled.';
    case 'link':
      return 'A new link is on its way to the family.';
    case 'links_ended':
      return 'All links to this order have ended. A new one is on its way to the family.';
    case 'links_ended_only':
      return 'All links to this order have ended. No new one was e-mailed, because the family got too many in the last hour, or its details were deleted.';
    case 'link_just_sent':
      return 'We have just sent a link. You can send another in ten minutes.';
    case 'mail':
      return answerMessages.retried;
    case 'mail_left_out':
      return answerMessages.leftOut;
    case 'taken':
      return planMessages.taken(outcome.cents ?? 0);
    case 'reminded':
      return planMessages.reminded;
    case 'reminded_before':
      return planMessages.remindedBefore;
    case 'more_time':
      return planMessages.movedTo;
    case 'written_off':
      return planMessages.writtenOff(outcome.cents ?? 0);
    case 'settled':
      return answerMessages.settled;
    case 'decided':
      return 'Decided.';
  }
}

export const refusals: OwnMessages = {
  ...chargeRefusals,
  unexpected:
    'We do not know whether that went through. Please check the details below. If you try again, nothing is refunded twice.',
  refund_too_much: 'That is more than can still be refunded from this payment, so nothing was refunded.',
  refund_changed:
    'Part of this was refunded after you opened it, or the rules now give a different amount. Nothing was done. Please check the details below and try again.',
  too_late: 'The class or camp starts too soon or has started, so its rules no longer allow a cancellation.',
  pass_used:
    'The family has used a session of this pass, so its rules do not allow a cancellation. Instead, refund it and keep it booked.',
  ...planRefusals,
  order_closed: 'This order was not paid, or the family’s details were deleted, so you can’t do this.',
  choice_made: 'This has already been decided. The latest details are below.',
};
