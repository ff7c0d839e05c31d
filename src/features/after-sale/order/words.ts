import { formatMoney } from '../../../domain/money.ts';

export const statusWords = {
  open: 'Not paid yet',
  placed: 'Booked',
  needs_choice: 'Waiting for your choice',
  credit: 'Kept for later',
  cancelled: 'Cancelled',
  /** By us, and the parent has yet to say what instead. */
  off: 'Called off',
} as const;

export const refundWords = {
  requested: 'asked for, and on its way soon',
  pending: 'on its way; banks take up to ten days',
  succeeded: 'paid back the way it came',
  failed: 'did not go through; we look into it and write to you',
  waiting: 'waits until your bank has decided about the payment that you asked it to look into',
  by_bank: 'paid back by your bank, and so not by us as well',
} as const;

export const placeWords = {
  open: 'Choose a week',
  waiting: 'It is paid, and waits for you to choose a week.',
  passWaiting: 'It is paid, with all its sessions. Book the first one whenever you like.',
} as const;

export const lateWords = {
  title: 'Your money is safe. The spot is gone.',
  lead: (cents: number) =>
    `Your payment of ${formatMoney(cents)} reached us after your reservation had ended, and by then the spot was taken. It is your choice what happens now.`,
  move: 'Another date',
  moveText: 'Pick the day that suits you, for the same money.',
  credit: 'Keep it for later',
  creditText: 'We keep what you paid for, and you choose when you know.',
  refund: 'A full refund',
  refundText: 'Every cent goes back the way it came.',
  choose: 'What shall we do?',
  confirmMove: 'Book this date',
  confirmCredit: 'Keep it for later',
  confirmRefund: 'Send my money back',
  for: (child: string) => `For ${child}`,
  missing: 'Please choose a date for each child.',
} as const;
