import type { BookingStep, ReportName } from '#contract/management-reports.ts';
import { formatDay } from '#contract/format.ts';
import { plural } from '#contract/plural.ts';
import { formatMoney, toDollars } from '#domain/money.ts';
import { hiddenMessage } from '#ui/staff/messages.ts';
import type { Preset, SpanFault } from './period.ts';
import type { Cell, Unit } from './presentation.ts';

const number = new Intl.NumberFormat('en-SG');

export const countText = (count: number): string => number.format(count);
export const hoursText = (hours: number): string =>
  `${number.format(hours)} ${hours === 1 ? 'hour' : 'hours'}`;
/** Turns "2026-11" into "Nov 2026". */
export const monthText = (month: string): string => formatDay(`${month}-01`).replace('1 ', '');
/** Turns a Monday into "23 Nov". */
export const weekText = (week: string): string => formatDay(week, { year: false });

export function valueText(value: number, unit: Unit): string {
  if (unit === 'money') return formatMoney(value);
  if (unit === 'hours') return hoursText(value);
  return unit === 'percent' ? `${number.format(value)}%` : number.format(value);
}
/** Formats a value for an axis, which has no space for cents. */
export function tickText(value: number, unit: Unit): string {
  if (unit !== 'money') return valueText(value, unit);
  const dollars = toDollars(value);
  return dollars >= 10_000 ? `S$${number.format(dollars / 1000)}k` : `S$${number.format(dollars)}`;
}
export function cellText(cell: Cell): string {
  if (cell === null) return '–';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return number.format(cell);
  if ('cents' in cell) return formatMoney(cell.cents);
  return cell.percent === null ? '–' : `${number.format(cell.percent)}%`;
}
/** Returns the value of a cell for a file. It is a plain number, which a spreadsheet can add up. */
export function cellValue(cell: Cell): string | number | null {
  if (cell === null || typeof cell !== 'object') return cell;
  return 'cents' in cell ? toDollars(cell.cents) : cell.percent;
}

export const reportMessages = {
  title: 'Reports',
  viewOff: hiddenMessage('Reports show what we earned'),
  payouts: 'Stripe payouts',
  span: 'Days',
  preset: (preset: Preset): string =>
    ({ month: 'This month', lastMonth: 'Last month', 4: '4 weeks', 12: '12 weeks', 52: 'A year' })[preset],
  from: 'From',
  until: 'Until',
  show: 'Show',
  zone: 'Days are in Singapore time, and weeks begin on Monday.',
  loading: 'Loading...',
  failed: 'This report did not load.',
  table: 'All numbers',
  file: 'CSV',
  fileOf: (title: string) => `Save “${title}” as a CSV file`,
  nothing: 'Nothing on these days.',
  total: 'Total',
  other: 'Everything else',
} as const;

export const spanFaults: Record<SpanFault, string> = {
  no_day: 'Please choose a first and a last day.',
  backwards: 'The last day is before the first. Please choose a later last day.',
  too_long: 'A report can cover up to a year. Please choose fewer days.',
};

export const titles: Record<ReportName, string> = {
  revenue: 'Revenue by offer and week',
  methods: 'Payments by method',
  balances: 'Family balances',
  deferred: 'Sold but still to take place',
  instalments: 'Instalments to come',
  fill: 'How full classes and camps are',
  early_bird: 'Early-bird sales',
  steps: 'From choosing a team to paying',
  retention: 'Families who come back',
  waitlists: 'Waitlist success',
  hours: 'Hours for pay',
  refunds: 'Refunds',
  gst: 'GST summary',
  gst_return: 'GST return by quarter',
};

export const methodNames: Record<string, string> = {
  stripe: 'Online (Stripe)',
  card: 'Card, online',
  paynow: 'PayNow, at the desk',
  cash: 'Cash, at the desk',
  card_terminal: 'Card terminal, at the desk',
  desk: 'At the desk',
  balance: 'Family balances',
};

export const deferredKinds = {
  camp: 'Camp spots',
  choice: 'Camps still to be chosen',
  credit: 'Unused credits',
} as const;

export const balanceReportMessages = {
  headline: (before: string, after: string) =>
    `Family balances were ${before} before these days, and ${after} after them.`,
  rule: 'Each change to a balance is counted on one line. Money that comes in with a voucher or a sale is counted under “Payments by method”. What a balance pays for counts as revenue when the balance is spent.',
  expired: (cents: string, givenAmount: string) =>
    `Gift vouchers worth ${cents} expired unused (${givenAmount} of this was given away). They were not on any balance.`,
  before: 'Balances before these days',
  after: 'Balances after these days',
  kinds: {
    given: 'Given by staff',
    taken: 'Deducted by staff',
    paid_out: 'Paid out by staff',
    voucher: 'Gift vouchers redeemed',
    refund: 'Refunded to a balance',
    spent: 'Spent on orders',
    taken_back: 'Taken back after lost disputes',
    given_up: 'Forfeited when a family was deleted',
    referral: 'Given for friends who booked, less what was taken back',
  },
} as const;

export const booksReportMessages = {
  disputes: 'Disputes: taken by banks',
  takenByBanks: (disputedAmount: string) => `, ${disputedAmount} taken by banks`,
  notWrittenOff: (disputedAmount: string) =>
    `Banks took ${disputedAmount} for disputes. It does not count as earned, whatever the bank decides later.`,
  methodsHeadline: (
    receivedAmount: string,
    chargedAmount: string,
    refundedAmount: string,
    deductionText: string,
  ) => `${receivedAmount} received: ${chargedAmount} charged, ${refundedAmount} refunded${deductionText}.`,
  methodsAgree: (ledger: string) =>
    `This agrees with the ledger (${ledger}). Payments awaiting a decision, and money that banks took for disputes, are not counted.`,
  methodsDiffer: (difference: string) =>
    `This differs from the ledger by ${difference}. A charge and its sale may fall on different sides of these dates.`,
  deferredHeadline: (cents: string, day: string) =>
    `${cents} paid by the end of ${day} for what is still to come.`,
  deferredRule:
    'A camp counts as earned after its last day, a credit on the day of its class or when its pass ends. Products without a date count as earned when they are paid.',
  openHeadline: (cents: string, overdueAmount: string) =>
    `${cents} still to be paid for bookings, ${overdueAmount} of it overdue.`,
  openNone: 'No payments for bookings are outstanding.',
  openRule:
    'These amounts are as of now, not for the days chosen above. Each instalment counts as sold, and for GST, on the day it is paid.',
  spendable: 'Gift vouchers and balances',
  vouchers: 'Gift vouchers not redeemed',
  balances: 'Family balances',
  spendableRule: (givenAmount: string) =>
    `Gift vouchers and balances are owed to families: they count as income, with GST, when they pay for something. ${givenAmount} of the vouchers were given without a payment.`,
  returnHeadline: (supplies: string, tax: string) =>
    `Box 1: ${supplies} standard-rated supplies. Box 6: ${tax} output tax.`,
  returnNone: 'Nothing was sold under a GST registration.',
  returnNote:
    'Tax is counted at the rate of each sale. Refunds are already deducted, but what a bank took back is still a supply. Sales before the registration are left out.',
} as const;

export const discountMessages = {
  column: 'Manual discounts',
  line: (seller: string | null, orders: number) =>
    `Manual discounts: ${seller ?? 'unknown seller'}, ${plural(orders, 'order')}`,
  note: (cents: number, orders: number) =>
    `Manual discounts at the desk: ${formatMoney(cents)} on ${plural(orders, 'order')}. They are already deducted from what was sold.`,
} as const;

export const hoursMessages = {
  title: 'My hours',
  lead: 'Your sessions and camp days that took place, from start to end. Ask the office if something is missing.',
  calendar:
    'Your phone’s calendar updates from this link. It shows your sessions and camps with their locations and hours, and no child’s name. The link ends when you no longer coach.',
  calendarFailed: 'Your calendar link did not load.',
  nobody: 'No coach assigned',
  headline: (hours: string, coaches: number) =>
    `${hours} coached by ${countText(coaches)} ${coaches === 1 ? 'coach' : 'coaches'}.`,
  ownHeadline: (hours: string) => `${hours} coached.`,
  rule: 'Hours count from start to end, and a camp day includes its extended day. Each coach of a camp gets all of its hours. Cancelled sessions and camps do not count.',
  unassigned: (hours: string) => `${hours} took place without a coach, so no coach is paid for them.`,
  partOfMonth: (from: string, until: string) =>
    `Only days from ${from} until ${until} count. Choose whole months to pay by month.`,
} as const;

export const accountingMessages = {
  title: 'For the accountant',
  hint: 'Invoices, credit notes and refunds of the days chosen above. Xero imports a refund as a credit note. When it asks, choose “tax inclusive”. Xero takes up to 500 invoices at a time.',
  xero: 'Export for Xero',
  plain: 'Export as CSV',
  nothing: 'There are no documents on these days.',
  failed: 'The documents did not load, so no file was saved. Please try again.',
  saved: (documents: number) =>
    `Saved ${countText(documents)} ${documents === 1 ? 'document' : 'documents'}.`,
} as const;

export const stepMessages: Record<BookingStep, string> = {
  team_selection: 'Chose a team',
  session_selection: 'Chose a class',
  pass_selection: 'Chose a pass',
  checkout_started: 'Reached the checkout',
  checkout_completed: 'Paid',
};

export const reasonMessages: Record<string, string> = {
  cancelled: 'Cancelled',
  moved: 'Moved to something cheaper',
  paid_late: 'Paid too late',
  duplicate_payment: 'Paid twice',
  mismatch: 'Paid a different amount',
  unknown_order: 'No matching order',
  cancelled_by_us: 'Cancelled by us',
  cancelled_day: 'Cancelled camp day',
  goodwill: 'Goodwill',
  mistake: 'Our mistake',
  complaint: 'A complaint',
  other: 'Another reason',
};

export const nowMessages = {
  title: 'Right now',
  hint: 'What happened in the last 60 seconds, updated every ten seconds.',
  viewers: 'Viewing a location',
  paid: 'Paid',
  orders: (orders: number, cents: number) =>
    orders === 0
      ? 'Nothing'
      : `${number.format(orders)} ${orders === 1 ? 'order' : 'orders'}, ${formatMoney(cents)}`,
  last: 'Last bookings',
  none: 'No bookings in the last seven days.',
  ago: (minutes: number) => {
    if (minutes < 1) return 'just now';
    if (minutes < 60) return `${minutes} min ago`;
    return minutes < 1440 ? `${Math.floor(minutes / 60)} h ago` : `${Math.floor(minutes / 1440)} d ago`;
  },
  outdated: 'This has not been updated since then.',
  failed: 'The live numbers did not load.',
} as const;
