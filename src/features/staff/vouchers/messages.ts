import type { StaffVoucher, VoucherState } from '#contract/vouchers.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatDate, formatMoment } from '#domain/dates.ts';
import type { Fault } from '#domain/fault.ts';
import { formatMoney } from '#domain/money.ts';
import { faultMessage } from '#ui/people/messages.ts';
import { rereadRefusals } from '#ui/staff/error-messages.ts';
import { hiddenMessage } from '#ui/staff/messages.ts';

export const stateMessages: Record<VoucherState, string> = {
  open: 'Not redeemed yet',
  redeemed: 'Redeemed',
  expired: 'Expired',
  cancelled: 'Cancelled',
};
export const toneOf = (state: VoucherState): string =>
  ({ open: 'good', redeemed: '', expired: 'warn', cancelled: '' })[state];

const paidMessages = { cash: 'Paid in cash', paynow: 'Paid by PayNow', card_terminal: 'Paid by card' };
export const paidMessage = ({ method, reference, reason }: StaffVoucher): string =>
  method === null ? `Given: ${reason ?? ''}` : [paidMessages[method], reference].filter(Boolean).join(', ');
export const untilMessage = ({ valid_until }: StaffVoucher): string =>
  valid_until === null ? 'Never expires' : `Until ${formatDate(valid_until)}`;

export const listMessages = {
  empty: [
    'No gift vouchers yet.',
    'Vouchers that you sell or give appear here. The first family that enters the code gets the amount on its balance.',
  ],
  title: 'Gift vouchers',
  one: 'voucher',
  several: 'vouchers',
  viewOff: hiddenMessage('Gift vouchers show takings'),
  search: 'Search vouchers',
  searchHint: 'Last four characters, name or e-mail address',
  state: 'State',
  anyState: 'Any state',
  all: 'All',
  code: 'Voucher',
  ends: (lastFour: string) => `…${lastFour}`,
  buyer: 'Buyer',
  nobody: 'Name removed',
  recipient: (name: string) => `for ${name}`,
  paid: 'Paid',
  issued: 'Sold',
  sell: 'New voucher',
} as const;

export const detailMessages = {
  close: 'Close',
  loading: 'Loading...',
  failed: 'The voucher did not load.',
  notFound: 'We can’t find this gift voucher.',
  title: (cents: number, lastFour: string) => `${formatMoney(cents)}, …${lastFour}`,
  buyer: 'Buyer',
  recipient: 'For',
  message: 'Message',
  paid: 'Payment',
  until: 'Last day',
  issued: 'Sold',
  redeemed: 'Redeemed',
  cancelled: 'Cancelled',
  by: (at: string, author: string | null) => [formatMoment(at), author].filter(Boolean).join(' by '),
  openFamily: 'Open family',
  note: 'Why is it cancelled?',
  noteMissing: 'Please say why it is cancelled.',
  cancel: 'Cancel voucher',
  cancelMeans: ({ method, cents }: StaffVoucher) =>
    method === null
      ? 'Its code will stop working. This can’t be undone.'
      : `Its code will stop working. Pay ${formatMoney(cents)} back in person first: it will count in your desk close. This can’t be undone.`,
  cancelYes: 'Yes, cancel voucher',
  cancelNo: 'Keep voucher',
  done: 'Voucher cancelled.',
} as const;

export const formMessages = {
  title: 'New gift voucher',
  lead: 'Take the money first. The code is shown here once, and we e-mail it to the buyer.',
  amount: { label: 'Amount (S$)', hint: 'From 5 to 2,000.' },
  buyerName: { label: 'Buyer’s name' },
  buyerEmail: { label: 'Buyer’s e-mail address', hint: 'The code goes to this address.' },
  recipient: { label: 'Who it is for (optional)' },
  message: {
    label: 'Message (optional)',
    hint: 'We include it in the e-mail to the buyer, who can copy it into a card or forward it.',
  },
  method: { label: 'Payment' },
  methods: [
    { value: 'cash', label: 'Cash' },
    { value: 'paynow', label: 'PayNow' },
    { value: 'card_terminal', label: 'Terminal' },
    { value: 'given', label: 'Given without a payment' },
  ],
  reference: {
    label: 'Bank’s reference',
    hint: 'From your bank’s message. Each reference pays for one voucher only.',
  },
  reason: { label: 'Why it is given', hint: 'For colleagues, for example a prize or a donation.' },
  sell: 'Create voucher',
  leave: 'Leave without saving',
  made: 'Voucher created',
  code: 'Code',
  once: 'This is the only time that we show the code. The buyer also has it by e-mail.',
  codeGone: 'This voucher had already been created. Its code is in the e-mail to the buyer.',
  print: 'Print',
  next: 'Open the voucher',
} as const;

export function fieldFault(fault: Fault): string {
  if (fault.kind === 'out_of_range') return 'Please enter an amount from 5 to 2,000.';
  return faultMessage(fault);
}

export const refusals: OwnMessages = {
  ...rereadRefusals,
  voucher_redeemed: 'A family has used this voucher, so it can’t be cancelled.',
  paynow_reference_used:
    'This reference has already paid for something else. Please check the bank’s message.',
};
