import type { DeskClose, DeskItem, DeskMethodName } from '#contract/desk-closes.ts';
import { errorMessages } from '#api/error-messages.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatDate, formatMoment } from '#domain/dates.ts';
import type { Fault } from '#domain/fault.ts';
import { formatMoney } from '#domain/money.ts';
import { faultMessage } from '#ui/people/messages.ts';
import { rereadRefusals } from '#ui/staff/error-messages.ts';
import { hiddenMessage } from '#ui/staff/messages.ts';

export const methodMessages: Record<DeskMethodName, string> = {
  cash: 'Cash',
  paynow: 'PayNow',
  card_terminal: 'Terminal',
};

export const signedMoney = (cents: number): string =>
  cents < 0 ? `−${formatMoney(-cents)}` : formatMoney(cents);
/** Returns "S$7 short", "S$7 over" or "No difference". */
export const differenceMessage = (cents: number): string =>
  cents === 0 ? 'No difference' : `${formatMoney(Math.abs(cents))} ${cents < 0 ? 'short' : 'over'}`;
/**
 * Describes the total difference of a close. Cash and card may differ by amounts that cancel each other out, which
 * still counts as a difference.
 */
export const totalMessage = ({ difference_cents, is_different }: DeskClose): string =>
  is_different && difference_cents === 0 ? 'Methods differ' : differenceMessage(difference_cents);
export const partMessage = ({ day, number_on_day }: Pick<DeskClose, 'day' | 'number_on_day'>): string =>
  number_on_day === 1 ? formatDate(day) : `${formatDate(day)}, part ${number_on_day}`;
const itemKinds: Record<DeskItem['kind'], string> = { sale: 'Sale', refund: 'Refund', payout: 'Payout' };
export const itemTitle = ({ kind, number, voucher }: DeskItem): string =>
  kind === 'payout' ? 'Balance of a family' : (number ?? `Gift voucher …${voucher ?? ''}`);
export const itemMessage = ({ kind, method, reference }: DeskItem): string =>
  `${itemKinds[kind]}, ${methodMessages[method]}${reference === null ? '' : ` ${reference}`}`;

export const dayMessages = {
  title: 'Close the day',
  lead: 'Count the money that you took and paid back in person, then sign. Each sale and refund is counted once.',
  back: 'Sales desk',
  list: 'All closes',
  viewOff: hiddenMessage('A close shows takings'),
  failed: 'Your day did not load.',
  loading: 'Loading...',
  dayOf: (day: string, isToday: boolean) => (isToday ? `Today, ${formatDate(day)}` : formatDate(day)),
  otherDays: 'These days are not closed yet:',
  today: 'Go to today',
  nothing: 'Nothing to count yet. Your sales, and the refunds that you pay out in person, appear here.',
  nothingMore: 'This day is closed. If you sell or refund something later, please close that separately.',
  method: 'Method',
  taken: 'Taken',
  returned: 'Paid back',
  expected: 'Expected',
  counted: 'Counted',
  difference: 'Difference',
  items: 'Sales and refunds',
  count: 'What you counted',
  fields: {
    cash: { label: 'Cash (S$)', hint: 'Not including the change you started the day with.' },
    paynow: { label: 'PayNow (S$)', hint: 'The total of the payments in the bank’s app.' },
    card_terminal: { label: 'Terminal (S$)', hint: 'The total of the terminal’s day report.' },
    note: { label: 'Why it differs', hint: 'Required if an amount is not as expected.' },
    signed: { label: 'I counted this myself' },
  },
  signature: (seller: string | null) =>
    seller === null
      ? 'The close is signed with your account and can’t be changed.'
      : `The close is signed as ${seller} and can’t be changed.`,
  close: 'Sign and close',
  closed: 'Closed and signed.',
  closes: 'Closed',
  signedBy: ({ seller, closed_at }: DeskClose) =>
    [seller === null ? null : `Signed by ${seller}`, formatMoment(closed_at)].filter(Boolean).join(' · '),
} as const;

export const listMessages = {
  title: 'Desk closes',
  one: 'close',
  several: 'closes',
  empty: [
    'No closes yet.',
    'Closes appear here once a seller has counted and signed the day’s takings at the sales desk.',
  ],
  viewOff: dayMessages.viewOff,
  search: 'Search closes',
  searchHint: 'Seller or note',
  state: 'Difference',
  anyState: 'Any',
  different: 'With a difference',
  equal: 'Without a difference',
  from: 'First day',
  until: 'Last day',
  all: 'All',
  day: 'Day',
  seller: 'Seller',
  noSeller: 'Account deleted',
  note: 'Note',
  closedAt: 'Signed',
  difference: 'Difference',
  countedOf: (countedCents: number, expectedCents: number) =>
    countedCents === expectedCents
      ? signedMoney(countedCents)
      : `${signedMoney(countedCents)} of ${signedMoney(expectedCents)}`,
  mine: 'Close my day',
  open: 'Not closed yet',
  openDay: ({ seller, day, cents }: { seller: string | null; day: string; cents: number }) =>
    `${seller ?? 'Account without a name'}, ${formatDate(day)}: ${signedMoney(cents)}`,
} as const;

export const detailMessages = {
  close: 'Close panel',
  loading: 'Loading...',
  failed: 'This close did not load.',
  notFound: errorMessages.desk_close_not_found,
} as const;

export const refusals: OwnMessages = {
  ...rereadRefusals,
  changed_meanwhile:
    'Something has just been sold or paid back, so the day was not closed. Please check the new amounts and count again.',
};

export function fieldFault(fault: Fault, id: string): string {
  if (id === 'note' && fault.kind === 'missing') return 'Please say why it differs.';
  if (fault.kind === 'agree') return 'Please confirm that you counted it.';
  if (fault.kind === 'not_a_number') return 'Please enter an amount in dollars, for example 697 or 697.50.';
  return faultMessage(fault);
}
