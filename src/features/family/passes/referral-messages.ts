import { brand } from '#config/brand.ts';
import type { FamilyReferral } from '#contract/referrals.ts';
import { formatDate, formatMoney } from '#contract/format.ts';

type Offer = NonNullable<FamilyReferral['offer']>;

export const referralMessages = {
  title: 'Tell a friend',
  about: ({ credit_cents, per_year_max }: Offer) =>
    `If a family that has never booked here books with your code and comes, you get ${formatMoney(credit_cents)} on your balance. Their first booking counts if they pay ${formatMoney(credit_cents)} or more for it. That is for ${per_year_max === 1 ? 'one friend' : `up to ${per_year_max} friends`} a year. Your friend pays the usual price.`,
  codeLabel: 'Your code',
  codeHint:
    'Your friend signs in, and types it into the field for codes at the checkout. It does not show who you are.',
  withoutCredit: ({ reason, decided_on, minimum_cents, per_year_max }: Offer['without_credit'][number]) =>
    reason === 'too_little'
      ? `${formatDate(decided_on)}: a booking with your code gave no credit, because less than ${formatMoney(minimum_cents)} was paid for it.`
      : `${formatDate(decided_on)}: a booking with your code gave no credit, because you already had the credit for ${per_year_max === 1 ? 'one friend' : `${per_year_max} friends`} that year.`,
  ownBooking: ({ paid_cents, minimum_cents }: NonNullable<Offer['own_booking']>) =>
    `You booked with a friend’s code, and paid ${formatMoney(paid_cents)} for that booking, not counting vouchers and balance. A first booking counts from ${formatMoney(minimum_cents)}, so your friend got no credit.`,
  make: 'Create my code',
  made: 'Your code is ready.',
  whatsapp: 'Send by WhatsApp',
  copy: 'Copy message',
  copied: 'Copied. Paste it into a message.',
  notCopied: 'Your browser did not let us copy. Please select the code and copy it.',
  invite: (code: string, cents: number, site: string) =>
    `We go to ${brand.name}: camps and classes for children. If you book there for the first time, please sign in and enter my code ${code} at the checkout. You pay the usual price, and I get ${formatMoney(cents)} once you have been there, if your first booking is ${formatMoney(cents)} or more. ${site}/camps`,
  renew: 'Get another code',
  renewMeans: 'The old code stops working. Friends who have already booked with it still count.',
  renewYes: 'Yes, replace it',
  renewNo: 'Keep this code',
  renewed: 'You have another code. The old one has stopped working.',
} as const;
