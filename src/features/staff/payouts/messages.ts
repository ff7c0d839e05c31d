import type {
  DifferenceRule,
  Payout,
  PayoutPart,
  PayoutStatus,
  StripeDifference,
} from '#contract/payouts.ts';
import { errorMessages } from '#api/error-messages.ts';
import { formatDate } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { hiddenMessage } from '#ui/staff/messages.ts';

export const signedMoney = (cents: number): string =>
  cents < 0 ? `−${formatMoney(-cents)}` : formatMoney(cents);

/**
 * Formats the amount of a payout. Sums contain only Singapore dollars, so an amount in another currency names its
 * currency.
 */
export const amountMessage = ({ amount_cents, currency }: Payout): string =>
  currency === 'SGD' ? signedMoney(amount_cents) : `${currency} ${(amount_cents / 100).toFixed(2)}`;

export const statusMessages: Record<PayoutStatus, string> = {
  pending: 'Pending',
  in_transit: 'On its way',
  paid: 'Paid',
  failed: 'Failed',
  canceled: 'Cancelled',
};

const categories: Record<string, string> = {
  charge: 'Payment',
  refund: 'Refund',
  refund_failure: 'Failed refund',
  dispute: 'Dispute',
  dispute_reversal: 'Dispute won',
  fee: 'Stripe fee',
  payout_reversal: 'Failed payout',
  other_adjustment: 'Adjustment by Stripe',
};
export const categoryMessage = ({ category }: PayoutPart): string =>
  categories[category] ?? category.replaceAll('_', ' ');

const month = new Intl.DateTimeFormat('en-SG', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** Returns for example "March 2026". */
export const monthMessage = (name: string): string => month.format(new Date(`${name}-01T00:00:00Z`));

export const listMessages = {
  title: 'Payouts',
  one: 'payout',
  several: 'payouts',
  empty: [
    'No payouts yet.',
    'When Stripe sends money to the bank account, the payout appears here within an hour, with what it contains.',
  ],
  viewOff: hiddenMessage('Payouts show what we earned'),
  reports: 'Reports',
  month: 'Month of arrival',
  anyMonth: 'Any month',
  status: 'Status',
  anyStatus: 'Any status',
  all: 'All',
  failed: 'Failed',
  arrival: 'Arrives',
  made: 'Sent',
  gross: 'Gross',
  fees: 'Fees',
  net: 'Net',
  parts: 'Transactions',
  unknown: '–',
  notListed: 'Not listed by Stripe',
  partsOf: (parts: number) => `${parts} ${parts === 1 ? 'transaction' : 'transactions'}`,
} as const;

export const detailMessages = {
  close: 'Close panel',
  loading: 'Loading...',
  failed: 'This payout did not load.',
  notFound: errorMessages.payout_not_found,
  title: ({ arrival_on }: Payout) => `Payout of ${formatDate(arrival_on)}`,
  bank: 'To the bank',
  payments: 'Payments',
  refunds: 'Refunds',
  disputes: 'Disputes',
  returned: 'From failed payouts',
  other: 'Other',
  fees: 'Fees',
  net: 'Net',
  contents: 'What it contains',
  file: 'Save as CSV',
  noParts: 'Stripe has not listed the contents of this payout yet.',
  byHand:
    'Somebody requested this payout manually in Stripe, and Stripe does not list the contents of such payouts.',
  incomplete: 'Its transactions do not add up to the amount at the bank yet. We check again every hour.',
  bankFailed: (code: string | null) =>
    `The bank refused this payout${code === null ? '' : ` (${code.replaceAll('_', ' ')})`}. Please check the bank account in Stripe. The money goes out with a later payout.`,
  most: 'Only the first 2,000 transactions are shown.',
  fee: (cents: number) => `Fee ${formatMoney(cents)}`,
  amount: (transaction: PayoutPart) => signedMoney(transaction.amount_cents),
  netOf: (transaction: PayoutPart) => `Net ${signedMoney(transaction.net_cents)}`,
} as const;

export const monthMessages = {
  title: 'Stripe’s balance by month',
  choose: 'Month',
  loading: 'Loading...',
  failed: 'This month did not load.',
  payments: 'Payments',
  refunds: 'Refunds',
  disputes: 'Disputes',
  other: 'Other',
  fees: 'Fees',
  net: 'Net',
  paidOut: 'At the bank',
  notPaidOut: 'Not at the bank yet',
  bankFile: 'Bank reconciliation for Xero',
  bankHint:
    'A statement of the account “Stripe” in Xero. For each payout that arrives in this month, it lists the receipts, the fees as an expense, and the transfer to the bank.',
  nothing: 'No payout arrives in this month.',
  notLoaded: 'The payouts did not load, so no file was saved. Please try again.',
  incomplete: 'Some payouts do not add up yet, so no file was saved. We read them again every hour.',
  saved: (payouts: number) => `Saved ${payouts} ${payouts === 1 ? 'payout' : 'payouts'}.`,
  comparing: 'Comparing our records with Stripe’s…',
  notCompared: 'We could not compare our records with Stripe’s.',
  same: 'Our records and Stripe’s agree for this month.',
  differ: 'Where our records and Stripe’s differ',
  more: (count: number) => `${count} in all; the newest are shown.`,
  atStripe: 'Open in Stripe',
  order: (number: string) => `Order ${number}`,
  payout: 'Open payout',
} as const;

const differences: Record<DifferenceRule, string> = {
  payment_not_at_stripe: 'We have this payment on record, but Stripe does not list it',
  payment_differs_at_stripe: 'Stripe lists this payment with a different amount',
  stripe_payment_unknown: 'Stripe lists this payment, but we have no record of it',
  refund_not_at_stripe: 'We have this refund on record, but Stripe does not list it',
  stripe_refund_unknown: 'Stripe lists this refund, but we have no record of it',
  stripe_dispute_unknown: 'Stripe lists this dispute, but we have no record of it',
  stripe_other_currency: 'This is not in Singapore dollars, so no total includes it',
  payout_does_not_add_up: 'The transactions of this payout do not add up to its amount',
  payout_failed: 'The bank refused this payout',
};
export const differenceMessage = ({ rule }: StripeDifference): string => differences[rule];
export const differenceAmounts = ({ cents, stripe_cents, currency }: StripeDifference): string =>
  [
    cents === null ? null : signedMoney(cents),
    stripe_cents === null ? null : `Stripe: ${signedMoney(stripe_cents)}`,
    currency,
  ]
    .filter(Boolean)
    .join(' · ');
