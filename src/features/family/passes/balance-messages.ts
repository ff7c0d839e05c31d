import type { BalanceEntry } from '#contract/balance.ts';
import { formatMoney } from '#contract/format.ts';
import { voucherMessages } from '#domain/voucher-messages.ts';

export const balanceMessages = {
  ...voucherMessages,
  title: 'Balance',
  about:
    'Money you have with us, from gift vouchers, refunds and friends who booked. You can use it when you book here while you are signed in, or at our desk. You can’t use it for deposits or for passes that renew.',
  loading: 'Loading...',
  failed: 'Your balance did not load. Please try again.',
  reserved: (cents: number) =>
    `${formatMoney(cents)} is reserved for a booking that is not paid yet. If you don’t finish the booking, the money returns to your balance within the hour.`,
  entry: ({ kind, cents, number }: BalanceEntry): string =>
    ({
      given: 'From us',
      taken: 'Deducted by us',
      voucher: 'Gift voucher',
      refund: `Refund of ${number ?? 'an order'}`,
      spent: `Paid for ${number ?? 'an order'}`,
      taken_back: `Taken back, because your bank refunded ${number ?? 'an order'} too`,
      given_up: 'Forfeited',
      referral: cents < 0 ? 'Taken back, because a friend’s booking was refunded' : 'A friend booked',
    })[kind],
} as const;
