import type { RedeemedVoucher } from '#contract/balance.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { formatMoney } from '#contract/format.ts';
import { tooManyAttemptsForNow } from './too-many-attempts.ts';

export const voucherMessages = {
  codeLabel: 'Gift voucher',
  codeHint: 'The code has 16 letters and digits, such as 7K2M-Q9XT-40HV-B8WD.',
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
  } satisfies Partial<Record<ErrorCode, string>>,
} as const;
