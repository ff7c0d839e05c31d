import type { RefundPart } from '#contract/receipts.ts';
import { formatMoney } from '#domain/money.ts';
import type { Fault } from '#domain/fault.ts';
import { faultMessage } from '#ui/people/messages.ts';

/** The words after an amount such as "S$20". */
export const refundStates: Record<string, string> = {
  requested: 'is on its way',
  pending: 'is with Stripe',
  succeeded: 'was refunded',
  failed: 'failed',
  waiting: 'is waiting for the bank',
  by_bank: 'was paid by the bank',
};
export const refundByHand = 'must be paid back in person';

/** How a payment at the desk is refunded at the desk. */
const inPerson: Partial<Record<RefundPart['method'], string>> = {
  cash: 'in cash',
  paynow: 'by PayNow',
  card_terminal: 'on the terminal',
};

function partMessage({ method, cents }: RefundPart, isOnly: boolean, isWaiting: boolean): string {
  const money = formatMoney(cents);
  if (method === 'balance')
    return `${money} will be added to the family’s balance at once. Nothing will be paid out.`;
  if (method !== 'online')
    return `Please pay ${money} back ${inPerson[method] ?? 'in person'}, as the family paid at the desk.`;
  return isWaiting
    ? `${money} will be refunded if the bank decides in our favour. If it decides for the family, the bank will return the money, and we will refund nothing.`
    : `${money} will be refunded to ${isOnly ? 'the original payment method' : 'the card or account that paid online'}. This can’t be undone.`;
}

export const refundMessages = {
  titleLine: (line: string) => `Refund: ${line}`,
  titleAll: (number: string) => `Refund all of order ${number}`,
  /** This mark shows that a line stays while the others are cancelled. */
  lineStays: '(stays booked)',
  place: 'What happens to the booking?',
  keepPlace: 'Keep the booking',
  cancelPlace: 'Cancel the booking',
  cannotCancel: 'Its rules no longer allow a cancellation: it starts soon, has started or has ended.',
  amount: 'Amount in S$',
  max: (cents: number) => `Up to ${formatMoney(cents)}.`,
  byRules: (cents: number) => `${formatMoney(cents)} under the rules that applied when it was sold.`,
  reason: 'Reason',
  reasons: {
    goodwill: 'Goodwill',
    cancelled: 'The family cancelled',
    cancelled_by_us: 'We cancelled it',
    mistake: 'Our mistake',
    complaint: 'A complaint',
    other: 'Another reason',
  },
  note: 'Note (optional)',
  noteNeeded: 'Note (required)',
  disputed:
    'The family’s bank is deciding about this payment. You can cancel the booking now, but any refund will wait for the bank.',
  waitsForBank: 'The bank is deciding, so this can’t be refunded now.',
  noteHint:
    'Say why, for colleagues who read this order later. The family can see it when they download their data.',
  means: 'What this does',
  toBalance: 'Add the refund to the family’s balance instead',
  /** Returns a sentence for each destination of the money. */
  effects: (parts: readonly RefundPart[], isWaiting = false): string[] =>
    parts.length === 0
      ? ['Nothing will be refunded.']
      : parts.map((part) => partMessage(part, parts.length === 1, isWaiting)),
  keepsPlace: 'The family will keep what it booked.',
  ends: {
    places: 'The spots will be free at once and go to the waitlist. This can’t be undone.',
    pass: 'The pass will end, with its credits and its booked classes. This can’t be undone.',
  },
  endsRenewal: 'The pass will not renew.',
  mail: 'The family will get one e-mail with all of this.',
  confirm: (cents: number, cancelsPlace: boolean, subject: string) =>
    `${cents === 0 && cancelsPlace ? 'Cancel' : `Refund ${formatMoney(cents)}`}: ${subject}`,
  goBack: 'Go back',
} as const;

export function refundFault(fault: Fault): string {
  switch (fault.kind) {
    case 'not_a_number':
      return 'Please enter an amount, such as 20 or 20.50.';
    case 'refund_too_much':
      return 'That is more than you can refund.';
    case 'refund_disputed':
      return 'The bank is deciding about this payment. Please cancel the booking, or wait.';
    case 'nothing_filled_in':
      return 'Please write the reason.';
    case 'refund_below_rules':
      return 'Under the rules that applied when it was sold, the family gets more than that. Please enter at least that amount.';
    default:
      return faultMessage(fault);
  }
}
