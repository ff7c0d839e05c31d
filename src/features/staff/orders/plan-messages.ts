import type { Instalment } from '#contract/instalments.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatDate } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { justChanged } from '#ui/staff/error-messages.ts';

export const planMessages = {
  title: 'Payment plan',
  open: (cents: number) => `${formatMoney(cents)} still to pay`,
  paid: 'Paid in full',
  closed: 'Nothing more to pay',
  ofLine: (cents: number) => `${formatMoney(cents)} already paid`,
  states: {
    due: 'Due',
    late: 'Overdue',
    paid: 'Paid',
    lapsed: 'Ended unpaid',
    cancelled: 'Cancelled',
  } satisfies Record<Instalment['status'], string>,
  deposit: 'Deposit',
  rest: 'Instalment',
  by: (due: string) => `by ${formatDate(due)}`,
  moved: 'due date moved',
  take: (cents: number) => `Record ${formatMoney(cents)} as paid`,
  useBalance: (cents: number) => `Use ${formatMoney(cents)} of the family’s balance`,
  takeBalance: (cents: number) => `Pay ${formatMoney(cents)} from the balance`,
  takeBoth: (balance: number, rest: number) =>
    `Use ${formatMoney(balance)}, and record ${formatMoney(rest)} as paid`,
  balanceHint: 'Ask the family first. They get a receipt by e-mail. You take no money.',
  method: 'Payment method',
  methods: { cash: 'Cash', paynow: 'PayNow', card_terminal: 'Terminal' },
  reference: 'PayNow reference',
  referenceHint: 'From the bank’s message. Required if the desk shows PayNow codes.',
  takeHint: 'Take the money first. It counts in your desk close.',
  more: 'Give more time',
  due: 'New due date',
  reason: 'Reason',
  reasonHint: 'For colleagues. The family sees only the new date.',
  writeOff: 'Write off',
  writeOffReason: 'Why it is not paid',
  writeOffHint: 'For colleagues. The family gets no e-mail.',
  writeOffMeans: (cents: number) => [
    `${formatMoney(cents)} will no longer be claimed, and no more reminders will be sent for it.`,
    'The children will keep their spots, and we will keep what was paid.',
    'This can’t be undone.',
  ],
  writeOffNow: (cents: number) => `Write off ${formatMoney(cents)}`,
  writtenOff: (cents: number) => `${formatMoney(cents)} is written off.`,
  save: 'Save new date',
  keep: 'Keep the date',
  cancelOnly:
    'The price is not fully paid yet. If you cancel, the family will get back what it paid beyond the fee, and will pay nothing more.',
  remind: 'E-mail a reminder',
  taken: (cents: number) => `${formatMoney(cents)} is recorded. The family gets a receipt by e-mail.`,
  reminded: 'A reminder with a link to pay is on its way to the family.',
  remindedBefore: 'Nothing was sent: the family had a reminder today, or we have no e-mail address.',
  movedTo: 'The new date is saved.',
} as const;

export const planRefusals: OwnMessages = {
  instalments_open:
    'This order is not fully paid. Take the rest first, or cancel the booking. Nothing was done.',
  instalment_closed:
    'This instalment is no longer open, or the family must choose first. Nothing was taken. The latest details are below.',
  camp_not_started:
    'The camp has not started yet. Cancel the booking under its rules instead. Nothing was written off.',
  balance_too_low: 'The family’s balance has changed, so nothing was recorded. The latest details are below.',
  price_changed: 'The amount has changed, so nothing was recorded. The latest details are below.',
  paynow_reference_used: 'This PayNow reference already belongs to another payment. Nothing was recorded.',
  changed_meanwhile: justChanged('A colleague', 'the date'),
};
