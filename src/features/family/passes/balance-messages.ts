import type { BalanceEntry, RedeemedVoucher } from '#contract/balance.ts';
import { formatMoney } from '#contract/format.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { tooManyAttemptsForNow } from '#domain/too-many-attempts.ts';

export const balanceMessages = {
  title: 'Balance',
  about:
    'Money you have with us, from gift vouchers and refunds. To use it, tell us at our desk. You can’t use it on our site yet.',
  loading: 'Loading...',
  failed: 'Your balance did not load. Please try again.',
  entry: ({ kind, number }: BalanceEntry): string =>
    ({
      given: 'From us',
      taken: 'Taken off by us',
      voucher: 'Gift voucher',
      refund: `Refund of ${number ?? 'an order'}`,
      spent: `Paid for ${number ?? 'an order'}`,
    })[kind],
  code: 'Gift voucher',
  codeHint: 'The code of 16 letters and digits, such as 7K2M-Q9XT-40HV-B8WD.',
  codeMissing: 'Please type the code.',
  redeem: 'Add to my balance',
  redeemed: ({ cents, balance_cents }: RedeemedVoucher) =>
    `We added ${formatMoney(cents)} to your balance. It is now ${formatMoney(balance_cents)}.`,
  refusals: {
    code_invalid: 'We don’t know this code. Please check it letter by letter.',
    code_used_up: 'This voucher has been used already.',
    code_expired: 'This voucher has expired. Please write to us.',
    email_not_verified: 'Please add an e-mail address to your account first.',
    rate_limited: tooManyAttemptsForNow,
  } satisfies OwnMessages,
} as const;
