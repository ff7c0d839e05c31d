import type { BalanceEntry } from '#contract/balance.ts';
import type { Fault } from '#domain/fault.ts';
import { formatMoney } from '#domain/money.ts';
import { faultMessage } from '#ui/people/messages.ts';

const labels: Partial<Record<string, string>> = { direction: 'Change', cents: 'Amount (S$)', note: 'Reason' };

export const balanceMessages = {
  title: 'Balance',
  loading: 'Loading...',
  failed: 'The balance did not load.',
  again: 'Try again',
  about: 'to spend on the site or at the sales desk. This is money, not pass credits.',
  entry: ({ kind, cents, number }: BalanceEntry): string => {
    const money = cents < 0 ? `−${formatMoney(-cents)}` : `+${formatMoney(cents)}`;
    const what = {
      given: 'given by us',
      taken: 'deducted by us',
      voucher: 'gift voucher',
      refund: `refund of ${number ?? 'an order'}`,
      spent: `spent on ${number ?? 'an order'}`,
      taken_back: `taken back, because a bank refunded ${number ?? 'an order'} too`,
      given_up: 'forfeited by the family',
      referral: cents < 0 ? 'taken back, because a friend’s booking was refunded' : 'for a friend who booked',
    }[kind];
    return `${money} ${what}`;
  },
  change: 'Add to the balance or deduct from it',
  direction: { label: 'Change' },
  directions: [
    { value: 'give', label: 'Add to the balance' },
    { value: 'cash', label: 'Pay out in cash' },
    { value: 'paynow', label: 'Pay out by PayNow' },
    { value: 'take', label: 'Deduct without paying out' },
  ],
  amount: { label: 'Amount (S$)', hint: 'At most 2,000 at a time.' },
  note: {
    label: 'Reason',
    hint: 'For colleagues, for example “Rain cut the camp short”.',
  },
  effect: (cents: number, isPaidOut: boolean) =>
    `The balance will be ${formatMoney(cents)}.${isPaidOut ? ' What you pay out is part of your desk close.' : ''}`,
  save: 'Change balance',
  labelOf: (id: string): string => labels[id] ?? id,
  fault: (fault: Fault): string => {
    if (fault.kind === 'out_of_range') return 'Please enter an amount up to 2,000, such as 20 or 20.50.';
    if (fault.kind === 'refund_too_much') return 'That is more than the balance.';
    return faultMessage(fault);
  },
} as const;
