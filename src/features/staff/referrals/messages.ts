import type { ReferralReason, StaffReferral } from '#contract/referrals.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { rereadRefusals } from '#ui/staff/error-messages.ts';
import { hiddenMessage } from '#ui/staff/messages.ts';

type State = StaffReferral['state'];

export const stateMessages: Record<State, string> = {
  open: 'Not paid',
  review: 'To decide',
  waiting: 'Friend has not come yet',
  given: 'Credit given',
  refused: 'No credit',
  taken_back: 'Credit taken back',
};
export const toneOf = (state: State): string =>
  ({ open: '', review: 'warn', waiting: '', given: 'good', refused: '', taken_back: '' })[state];

export const reasonMessages: Record<ReferralReason, string> = {
  same_family: 'Both are the same family',
  staff: 'The friend is a member of staff',
  not_new: 'The friend’s family had paid here before',
  not_earned: 'The booking was cancelled or refunded, or the friend did not come within a year',
  too_little: 'Less than the credit was paid for the booking',
  year_limit: 'The family reached its limit for the year',
  family_gone: 'The referring family was deleted',
  by_staff: 'Decided by staff',
  contact:
    'The friend shares an e-mail address or phone number with this family or another one that bought here',
  child: 'A child has the same name and birth date as a child of this family or another one that bought here',
};

const unknownFamily = 'A deleted family';
export const listMessages = {
  empty: [
    'No referrals yet.',
    'When a new family books with a friend’s code, it appears here. You can turn these codes on in Settings.',
  ],
  title: 'Referrals',
  one: 'referral',
  several: 'referrals',
  viewOff: hiddenMessage('Referrals name families'),
  state: 'State',
  anyState: 'Any state',
  all: 'All',
  family: 'Referred by',
  friend: 'Friend',
  credit: 'Credit',
  order: 'Order',
  ordered: 'Booked',
  reason: 'Reason',
  noReason: '-',
  familyName: ({ family }: StaffReferral) => family ?? unknownFamily,
  friendName: ({ friend }: StaffReferral) => friend ?? unknownFamily,
} as const;

export const detailMessages = {
  close: 'Close',
  loading: 'Loading...',
  failed: 'The referral did not load.',
  notFound: 'We can’t find this referral. If it gave no credit, it is deleted after a year.',
  title: (row: StaffReferral) => `${listMessages.familyName(row)} referred ${listMessages.friendName(row)}`,
  booked: ({ number, ordered_at }: StaffReferral) => `Order ${number}, ${formatMoment(ordered_at)}`,
  openFamily: 'Open the referring family',
  openFriend: 'Open the friend’s family',
  openOrder: 'Open order',
  credit: ({ credit_cents }: StaffReferral) =>
    `Credit: ${formatMoney(credit_cents)}, as promised with the order.`,
  taken: ({ credit_cents, taken_cents }: StaffReferral) =>
    `${formatMoney(taken_cents)} was taken back. ${formatMoney(credit_cents - taken_cents)} had been spent.`,
  decided: ({ decided_at, decided_by }: StaffReferral) =>
    decided_at === null ? null : `Decided ${formatMoment(decided_at)} by ${decided_by ?? 'the rules'}.`,
  give: 'Give the credit',
  giveMeans: (row: StaffReferral) =>
    `${formatMoney(row.credit_cents)} goes to the balance of ${listMessages.familyName(row)}, and we mail the family. The mail does not name the friend.`,
  giveYes: 'Yes, give the credit',
  refuse: 'Give no credit',
  refuseMeans: 'The family gets no credit, and no mail.',
  refuseYes: 'Yes, give no credit',
  no: 'Decide later',
  done: (gives: boolean) => (gives ? 'The credit is on the balance.' : 'The family gets no credit.'),
} as const;

export const refusals: OwnMessages = {
  ...rereadRefusals,
  referral_not_earned:
    'The rules allow no credit. The order may be refunded or disputed, or the family has reached its limit for the year.',
};
