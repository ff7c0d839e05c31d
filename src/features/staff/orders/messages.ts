import type { StaffEvent } from '#contract/management-orders.ts';
import { type OwnRefusals } from '#api/refusal-words.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { chargeRefusals } from '#ui/staff/refusals.ts';
import { answerWords, decisionTitle, mailName, unnamed } from '#ui/staff/words.ts';
import type { AmountFault } from './model.ts';
import type { End } from './story.ts';

export const listWords = {
  empty: [
    'No order yet.',
    'Each checkout on the site stands here from its first step, and so does what is sold at the desk.',
  ],
  title: 'Orders',
  one: 'order',
  several: 'orders',
  search: 'Search orders',
  searchHint: 'Number, name, e-mail, phone, camp, Stripe id',
  state: 'State',
  allStates: 'Any state',
  states: {
    paid: 'Paid',
    decide: 'To decide',
    refunded: 'Refunds',
    open: 'Not paid yet',
    lapsed: 'Lapsed',
  },
  channel: 'Sold',
  allChannels: 'Anywhere',
  from: 'From',
  until: 'Until',
  all: 'All',
  number: 'Order',
  parent: 'Parent and children',
  what: 'Bought',
  total: 'Total',
  created: 'Opened',
  nobody: unnamed,
  back: (cents: number) => `${formatMoney(cents)} back`,
  viewOff: 'Orders say names, contacts and money, so they are not shown while others look at the screen.',
} as const;

export const channelWords = { web: 'On the site', desk: 'At the desk', renewal: 'Renewal' } as const;

export const stateWords: Partial<Record<string, string>> = {
  held: 'Held',
  awaiting_payment: 'At payment',
  expired: 'Lapsed',
  released: 'Given up',
  paid: 'Paid',
  part_refunded: 'Part refunded',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
  needs_choice: 'Family chooses',
  under_review: 'To decide',
};
/** The tag also contains the word, so that it does not depend on colour alone. */
export const toneOf = (state: string): string =>
  ({ paid: 'good', needs_choice: 'bad', under_review: 'bad', awaiting_payment: 'warn', held: 'warn' })[
    state
  ] ?? '';

export const storyWords = {
  soldBy: (name: string) => `by ${name}`,
  loading: 'Loading...',
  failed: 'The order did not load.',
  gone: 'No order is at this address.',
  close: 'Close',
  order: (number: string) => `Order ${number}`,
  opened: (at: string) => `Opened ${formatMoment(at)}`,
  paid: (at: string) => `Paid ${formatMoment(at)}`,
  held: (until: string) => `Places are held until ${formatMoment(until)}`,
  total: 'Total',
  received: 'Received',
  back: 'Went back',
  code: 'Code',
  decide: 'To decide',
  bought: 'What was bought',
  child: (name: string | null) => name ?? 'Child not named',
  worth: (cents: number) => `${formatMoney(cents)} of it lies here`,
  money: 'Payments and refunds',
  none: 'Nothing was paid.',
  left: (cents: number) => (cents === 0 ? 'all of it went back' : `${formatMoney(cents)} could go back`),
  disputed: 'The bank decides about it',
  what: 'What happened',
  refund: 'Refund',
  refundAll: 'Refund the order',
  change: 'Move or change',
  changeHint:
    '“Move or change” opens the family’s own page of this order. What you do there is done in your name.',
  link: 'Mail a new link',
} as const;

export const lineStates: Record<string, string> = {
  open: 'Not paid',
  placed: 'Booked',
  needs_choice: 'Family chooses',
  credit: 'Place to be chosen',
  cancelled: 'Given back',
};

export const refundStates: Record<string, string> = {
  requested: 'is on its way',
  pending: 'is with Stripe',
  succeeded: 'went back',
  failed: 'failed',
  waiting: 'waits for the bank',
  by_bank: 'was paid by the bank',
};
export const byHand = 'is to be paid back by hand';

export const refundWords = {
  titleLine: (of: string) => `Refund: ${of}`,
  titleAll: (number: string) => `Refund the whole order ${number}`,
  /** Marks a line that stays while the others are cancelled. */
  lineStays: '(is not given back with it)',
  place: 'What becomes of the place?',
  keeps: 'It stays booked',
  goes: 'It is given back',
  goesNot: 'By its rules it cannot be given back any more: it begins soon, has begun, or is over.',
  amount: 'Amount in S$',
  most: (cents: number) => `${formatMoney(cents)} at most.`,
  byRules: (cents: number) => `${formatMoney(cents)} by the rules it was sold with.`,
  reason: 'Reason',
  reasons: { goodwill: 'Goodwill', cancelled: 'The family cancelled', called_off: 'We called it off' },
  faults: {
    no_amount: 'Please type an amount, such as 20 or 20.50.',
    too_much: 'That is more than can go back.',
    below_rules: 'The rules it was sold with give more than that. The family gets it.',
  } satisfies Record<AmountFault, string>,
  means: 'What this does',
  back: (cents: number, byHandToo: boolean) =>
    cents === 0
      ? 'No money goes back.'
      : byHandToo
        ? `${formatMoney(cents)} is to be paid back by hand, as it was paid at the desk.`
        : `${formatMoney(cents)} goes back the way it came. It cannot be called back.`,
  stays: 'The family keeps what it booked.',
  free: 'The places are free at once, and are offered to the waitlist. They cannot be taken back.',
  ends: 'The pass does not renew again.',
  told: 'The family gets one mail that says all of this.',
  confirm: (cents: number, goes: boolean, of: string) =>
    `${cents === 0 && goes ? 'Cancel' : `Refund ${formatMoney(cents)}`}: ${of}`,
  cancel: 'Leave it as it is',
} as const;

const reasons: Partial<Record<string, string>> = {
  ...refundWords.reasons,
  moved: 'Moved',
  paid_late: 'Paid late',
  external: 'Made at Stripe',
};
const reason = (about: string | null) => reasons[about ?? ''] ?? (about ?? '').replaceAll('_', ' ');
const ways: Partial<Record<string, string>> = {
  cash: 'in cash',
  paynow: 'by PayNow',
  card_terminal: 'on the terminal',
  card: 'by card',
};
export const wayOf = (method: string | null) => (method === null ? '' : (ways[method] ?? `by ${method}`));

export function eventWords({ kind, about, cents }: StaffEvent): string {
  const money = cents === null ? '' : formatMoney(Math.abs(cents));
  switch (kind) {
    case 'opened':
      return about === 'desk' ? 'Sold at the desk' : about === 'renewal' ? 'Renewed' : 'Checkout opened';
    case 'page_opened':
      return 'Went to the payment page';
    case 'page_closed':
      return 'The payment page ended';
    case 'charged':
      return `${money} paid ${wayOf(about)}`.trim();
    case 'decision':
      return `To decide: ${decisionTitle(about ?? '')}`;
    case 'decided':
      return `Decided: ${{ moved: 'moved', credit: 'credit', refund: 'paid back', kept: 'kept', ended: 'ended', line: 'for one line', cancelled: 'cancelled' }[about ?? ''] ?? about ?? ''}`;
    case 'refund_asked':
      return `Refund of ${money}: ${reason(about)}`;
    case 'refund_at_stripe':
      return `${money} refunded at Stripe`;
    case 'refund_paid':
      return `${money} went back`;
    case 'refund_failed':
      return `Refund of ${money} failed`;
    case 'dispute_began':
      return `The bank disputes ${money}`;
    case 'dispute_ended':
      return about === 'won' ? 'The dispute is won' : `The bank gave ${money} back`;
    case 'moved_in':
      return `Moved here: ${about ?? ''}`;
    case 'moved_out':
      return `Moved away: ${about ?? ''}`;
    case 'line_moved':
      return `Moved by staff: ${about ?? ''}`;
    case 'line_cancelled':
      return `Cancelled by staff: ${about ?? ''}`;
    case 'line_credit':
      return `Kept as a credit by staff: ${about ?? ''}`;
    case 'line_placed':
      return `Placed by staff: ${about ?? ''}`;
    case 'kept':
      return `${money} stays with us: ${about ?? ''}`;
    case 'written_off':
      return `${money} written off: ${about ?? ''}`;
    case 'mail_sent':
      return `Mail: ${mailName(about ?? '')}`;
    case 'mail_waits':
      return `Mail on its way: ${mailName(about ?? '')}`;
    case 'mail_given_up':
      return `Mail could not be sent: ${mailName(about ?? '')}`;
    case 'mail_retried':
      return 'Mail tried again';
    case 'looked':
      return `Read what the family told: ${(about ?? '').replaceAll('_', ' ')}`;
    default:
      return kind.replaceAll('_', ' ');
  }
}

export function doneWords(act: Extract<End, { state: 'done' }>): string {
  const money = formatMoney(act.cents ?? 0);
  switch (act.what) {
    case 'paid_back':
      return `${money} goes back.`;
    case 'given_back':
      return (act.cents ?? 0) > 0 ? `Given back. ${money} goes back.` : 'Given back.';
    case 'link':
      return 'A new link is on its way to the family.';
    case 'link_lately':
      return 'A link went a moment ago. Another one can follow in ten minutes.';
    case 'mail':
      return answerWords.retried;
    case 'settled':
      return answerWords.settled;
    case 'decided':
      return 'Decided.';
  }
}

export const refusals: OwnRefusals = {
  ...chargeRefusals,
  unexpected:
    'We do not know whether that arrived. Below is how it stands now. Pressed again, nothing goes back twice.',
  refund_too_much: 'That is more than is left of the charge. Nothing went back.',
  refund_changed:
    'Something of this went back since you opened it, or the rules give another amount by now. Nothing was done by you. This is how it stands; please look again.',
  line_closed: 'That has been changed already. This is how it stands now.',
  too_late: 'It begins too soon, or has begun: it cannot be given back by its rules any more.',
  pass_used: 'A session of this pass was used, so its rules do not take it back. Refund it and let it stay.',
  order_closed: 'This order was not paid, or its people are forgotten: that cannot be done any more.',
  already_refunded: 'The money for this has gone back already. Nothing was changed.',
  choice_made: 'That is decided already. This is how it stands now.',
};
