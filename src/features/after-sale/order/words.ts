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
