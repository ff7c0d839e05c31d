import { formatMoney } from '#domain/money.ts';
import type { Fault } from '#domain/fault.ts';
import { faultMessage } from '#ui/people/messages.ts';

/** How far a refund is, after “S$20”. */
export const refundStates: Record<string, string> = {
  requested: 'is on its way',
  pending: 'is with Stripe',
  succeeded: 'was refunded',
  failed: 'failed',
  waiting: 'is waiting for the bank',
  by_bank: 'was paid by the bank',
};
export const refundByHand = 'needs refunding in person';

/** What happens to the money of a refund. */
const refundsMessage = (cents: number, isByHand: boolean, waits: boolean): string =>
  cents === 0
    ? 'Nothing is refunded.'
    : isByHand
      ? `Please pay ${formatMoney(cents)} back in person, as the family paid at the desk.`
      : waits
        ? `${formatMoney(cents)} is refunded if the bank decides in our favour. If it decides for the family, the bank returns the money, and we refund nothing.`
        : `${formatMoney(cents)} is refunded to the original payment method. This can’t be undone.`;

export const refundMessages = {
  titleLine: (line: string) => `Refund: ${line}`,
  titleAll: (number: string) => `Refund all of order ${number}`,
  /** Marks a line that stays while the others are cancelled. */
  lineStays: '(stays booked)',
  place: 'What happens to the booking?',
  keepPlace: 'Keep it booked',
  cancelPlace: 'Cancel it',
  cannotCancel: 'Its rules no longer allow a cancellation: it starts soon, has started or has ended.',
  amount: 'Amount in S$',
  max: (cents: number) => `Up to ${formatMoney(cents)}.`,
  byRules: (cents: number) => `${formatMoney(cents)} under the rules it was sold with.`,
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
    'The family’s bank is deciding about this charge. You can cancel the booking now; a refund then waits for the bank.',
  waitsForBank: 'The bank is deciding, so this can’t be refunded now.',
  noteHint:
    'Why, for colleagues who read this order later. The family can see it in their copy of their data.',
  means: 'What this does',
  toBalance: 'Add it to the family’s balance instead',
  /** A sentence for the money, and one for the part that goes to the balance. */
  effects: (cents: number, toBalance: number, isByHand: boolean, waits = false): string[] => [
    ...(cents > toBalance || cents === 0 ? [refundsMessage(cents - toBalance, isByHand, waits)] : []),
    ...(toBalance > 0
      ? [`${formatMoney(toBalance)} is added to the family’s balance at once. No money moves.`]
      : []),
  ],
  keepsPlace: 'The family keeps what it booked.',
  ends: {
    places: 'The spots are free at once and go to the waitlist. This can’t be undone.',
    pass: 'The pass ends, with its credits and its booked classes. This can’t be undone.',
  },
  endsRenewal: 'The pass will not renew.',
  mail: 'The family gets one e-mail with all of this.',
  confirm: (cents: number, cancelsPlace: boolean, what: string) =>
    `${cents === 0 && cancelsPlace ? 'Cancel' : `Refund ${formatMoney(cents)}`}: ${what}`,
  goBack: 'Go back',
} as const;

export function refundFault(fault: Fault): string {
  switch (fault.kind) {
    case 'not_a_number':
      return 'Please type an amount, such as 20 or 20.50.';
    case 'refund_too_much':
      return 'That is more than you can refund.';
    case 'refund_disputed':
      return 'The bank is deciding about this charge. Please cancel the booking, or wait.';
    case 'nothing_filled_in':
      return 'Please write the reason.';
    case 'refund_below_rules':
      return 'The rules it was sold with give the family more than that. Please enter at least that amount.';
    default:
      return faultMessage(fault);
  }
}
