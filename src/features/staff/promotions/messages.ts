import type {
  PromotionState,
  StaffPromotion,
  StaffPromotionDetails,
} from '#contract/management-promotions.ts';
import type { promotionKinds } from '#contract/management-promotions.ts';
import { plural } from '#contract/plural.ts';
import { errorMessages } from '#api/error-messages.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatDate, formatMoment, today } from '#domain/dates.ts';
import type { Fault } from '#domain/fault.ts';
import { formatMoney } from '#domain/money.ts';
import { faultMessage } from '#ui/people/messages.ts';
import { rereadRefusals } from '#ui/staff/error-messages.ts';
import { hiddenMessage } from '#ui/staff/messages.ts';
import type { Outcome } from './detail.ts';

export const stateMessages: Record<PromotionState, string> = {
  running: 'Running',
  planned: 'Planned',
  used_up: 'Used up',
  expired: 'Expired',
  ended: 'Ended',
};
export const toneOf = (state: PromotionState): string =>
  ({ running: 'good', planned: 'warn', used_up: 'warn', expired: '', ended: '' })[state];

export const kindMessages: Record<(typeof promotionKinds)[number], string> = {
  pass: 'Passes',
  team_pass: 'Team passes',
  camp_tier: 'Camps',
  holiday_package: 'Holiday packages',
  birthday_package: 'Birthday packages',
};
export const tierMessage = (tier: string): string => `${tier.charAt(0).toUpperCase()}${tier.slice(1)} camps`;

const day = (at: string, msEarlier = 0) => formatDate(today(new Date(Date.parse(at) - msEarlier)));

type Row = StaffPromotion;
export const offMessage = ({ percent, cents }: Pick<Row, 'percent' | 'cents'>): string =>
  percent === null ? `${formatMoney(cents ?? 0)} once per order` : `${percent}%`;
export const productsMessage = ({
  kinds,
  tiers,
  offers,
  locations,
}: Pick<Row, 'kinds' | 'tiers' | 'offers' | 'locations'>): string => {
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ');
  const groups =
    tiers === null ? kinds?.map((kind) => kindMessages[kind]).join(', ') : tiers.map(tierMessage).join(', ');
  const products = offers === null ? (groups ?? 'Everything') : `Only ${names(offers)}`;
  return locations === null ? products : `${products}, at ${names(locations)}`;
};
export const limitsMessage = ({ uses_max, uses_per_family_max, minimum_cents }: Row): string =>
  [
    uses_max === null ? null : `${plural(uses_max, 'order')} in all`,
    uses_per_family_max === null ? null : `${uses_per_family_max} per family`,
    minimum_cents === 0 ? null : `from ${formatMoney(minimum_cents)}`,
  ]
    .filter(Boolean)
    .join(', ') || 'No limit';
export const datesMessage = ({ valid_from, valid_until }: Row): string => {
  // `valid_until` is the first moment at which the code no longer works, so the last day ends just
  // before it.
  const last = valid_until === null ? null : day(valid_until, 1);
  if (valid_from === null) return last === null ? 'No dates' : `until ${last}`;
  return last === null ? `from ${day(valid_from)}` : `${day(valid_from)} – ${last}`;
};

export const listMessages = {
  empty: [
    'No promotion codes yet.',
    'Codes that you create appear here. Families type them at the checkout, and staff at the sales desk.',
  ],
  title: 'Promotion codes',
  one: 'code',
  several: 'codes',
  viewOff: hiddenMessage('Promotion codes show revenue'),
  search: 'Search codes',
  searchHint: 'Code or campaign',
  state: 'State',
  anyState: 'Any state',
  all: 'All',
  code: 'Code',
  off: 'Discount',
  limits: 'Limits',
  dates: 'Dates',
  used: 'Used',
  usedTimes: (useCount: number) => `${useCount} used`,
  left: (usesLeft: number | null) => (usesLeft === null ? null : `${usesLeft} left`),
  revenue: 'Revenue',
  sold: (cents: number) => `${formatMoney(cents)} sold`,
  given: (cents: number) => `${formatMoney(cents)} given`,
  created: 'Created',
  make: 'New code',
} as const;

export const detailMessages = {
  close: 'Close',
  loading: 'Loading...',
  failed: 'The code did not load.',
  notFound: errorMessages.promotion_not_found,
  change: 'Change code',
  end: 'End code',
  endMeans:
    'No new order will be able to use this code. Orders that are holding spots will keep the discount, and sold orders will not change. You can start the code again.',
  endYes: 'End code',
  no: 'Keep code',
  start: 'Start code again',
  used: 'Used',
  left: 'Left',
  noLimit: 'no limit',
  given: 'Discount given',
  revenue: 'Revenue after refunds',
  made: ({ created_at, created_by }: Row) =>
    [`Created ${formatMoment(created_at)}`, created_by].filter(Boolean).join(' by '),
  orders: 'Orders with this code',
  noOrders: 'No order has used this code yet.',
  orderStates: { paid: 'Paid', held: 'Not paid yet', lapsed: 'Not paid in time' },
  off: (cents: number, total: number) => `${formatMoney(cents)} off, ${formatMoney(total)} paid or to pay`,
  newest: 'The newest hundred are shown.',
  history: 'What happened',
  changedAs: { insert: 'Created', update: 'Changed', delete: 'Deleted' } as Partial<Record<string, string>>,
} as const;

const fieldNames: Partial<Record<string, string>> = {
  code: 'code',
  percent: 'percentage',
  cents: 'amount',
  campaign: 'campaign',
  kinds: 'products',
  tiers: 'camps',
  offers: 'single products',
  locations: 'locations',
  minimum_cents: 'minimum',
  uses_max: 'limit for all',
  uses_per_family_max: 'limit per family',
  valid_from: 'first day',
  valid_until: 'last day',
  active: 'running',
};
function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join(', ').replaceAll('_', ' ');
  if (field.endsWith('cents') && typeof value === 'number') return formatMoney(value);
  if (field.startsWith('valid_') && typeof value === 'string')
    return value.includes('infinity') ? 'none' : formatMoment(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
/** Describes a log entry, for example "percentage 10 → 5, limit for all none → 20". */
export function changeText({ action, before, after }: StaffPromotionDetails['changes'][number]): string {
  if (action !== 'update') return '';
  return Object.keys(after)
    .map((field) => {
      const [from, to] = [valueText(field, before[field]), valueText(field, after[field])];
      return `${fieldNames[field] ?? field} ${from} → ${to}`;
    })
    .join(', ');
}

export const formMessages = {
  titleNew: 'New promotion code',
  titleChange: (code: string) => `Change ${code}`,
  effect: 'A change applies to orders from now on. Orders already sold or held keep their price.',
  what: 'What it takes off',
  where: 'What it applies to',
  limits: 'Limits',
  dates: 'Dates',
  code: {
    label: 'Code',
    hint: '3 to 30 letters, digits and dashes. Capital and small letters count as the same.',
  },
  campaign: { label: 'Campaign', hint: 'For colleagues: what it is for. Families never see it.' },
  unit: { label: 'Kind of discount' },
  units: [
    { value: 'percent', label: 'Percentage' },
    { value: 'dollars', label: 'Amount once per order' },
  ],
  amount: {
    label: 'Percentage or dollars',
    hint: 'A whole percentage from 1 to 100, or an amount up to S$10,000.',
  },
  whereHint: 'If nothing is ticked, the code applies to everything.',
  offers: 'Only these products',
  offersHint:
    'If some are ticked, the code applies to them alone, and not to other products of a kind ticked above.',
  locations: 'Only at these locations',
  locationsHint: 'For camps and classes. If none is ticked, the code applies everywhere.',
  choicesFailed: 'The products and locations did not load. The code keeps its limits.',
  minimum: {
    label: 'Minimum order (S$)',
    hint: 'The items that the code applies to must cost at least this much. Leave empty for no minimum.',
  },
  usesMax: { label: 'Orders in total', hint: 'If empty, there is no limit.' },
  usesPerFamily: {
    label: 'Orders per family',
    hint: 'With this limit only families who are signed in can use it. If empty, there is no limit.',
  },
  from: { label: 'First day', hint: 'If empty, it starts at once.' },
  until: { label: 'Last day', hint: 'If empty, it runs until you end it.' },
  save: 'Save code',
  make: 'Create code',
  leave: 'Leave without saving',
} as const;

export function fieldFault(fault: Fault, id: string): string {
  if (fault.kind === 'not_accepted' && id === 'code') return 'Please use 3 to 30 letters, digits and dashes.';
  if (fault.kind === 'not_accepted' && id.startsWith('kinds.'))
    return 'A product is ticked that the ticked kinds leave out. Please tick its kind too, or no kind.';
  if (fault.kind === 'other_name') return 'This code already exists.';
  if (fault.kind === 'out_of_range') return `This must be between ${fault.least} and ${fault.most}.`;
  if (fault.kind === 'day_over') return 'A code can’t end before its first day.';
  return faultMessage(fault);
}

export function doneMessage(outcome: Extract<Outcome, { state: 'done' }>): string {
  switch (outcome.what) {
    case 'saved':
      return 'Code saved.';
    case 'ended':
      return 'Code ended.';
    case 'started':
      return 'Code started again.';
  }
}

export const refusals: OwnMessages = {
  ...rereadRefusals,
  discount_too_high: 'A marketer’s code can’t take off this much. Please ask an admin to create it.',
};
