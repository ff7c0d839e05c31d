import { formatMoney } from '#domain/money.ts';
import type { Setting, SettingValue } from '#contract/management-settings.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatMoment, formatTime } from '#domain/dates.ts';
import type { Fault } from '#domain/fault.ts';
import { permissionMessages } from '#domain/phone-messages.ts';
import { faultMessage } from '#ui/people/messages.ts';
import { rereadRefusals } from '#ui/staff/error-messages.ts';
import { hiddenMessage } from '#ui/staff/messages.ts';
import type { Entry, Outcome } from './entry.ts';

export const screenMessages = {
  title: 'Settings',
  lead: 'Changes apply from now on. Orders, bookings and holds that already exist keep their terms.',
  viewOff: hiddenMessage('Settings show how the site is protected'),
  loading: 'Loading settings',
  failed: 'The settings did not load.',
  find: 'Find a setting',
  findHint: 'Hold, quiet hours, GST…',
  none: (text: string) => `No settings found for “${text}”.`,
  defaultIs: (value: string) => `Default: ${value}`,
  changed: ({ at, who }: Setting['changes'][number]) =>
    `Changed ${formatMoment(at)}${who === null ? '' : ` by ${who}`}`,
  fixed: 'Fixed',
  consents: 'Consent texts',
  consentsText: 'have a page of their own, with the versions that families agreed to.',
} as const;

export const detailMessages = {
  close: 'Close',
  loading: 'Loading...',
  failed: 'The setting did not load.',
  notFound: 'We can’t find this setting.',
  now: 'Now',
  usual: 'Default',
  fixed: 'This can’t be changed here.',
  businessOnly: 'Only a business admin can change this.',
  undo: (value: string) => `Change back to ${value}`,
  useDefault: (value: string) => `Use the default, ${value}`,
  history: 'What happened',
  noHistory: 'Nobody has changed this yet.',
  changedFrom: (before: string, after: string) => `${before} → ${after}`,
  deletes:
    'Within a day, the next purge will use the new period. What it deletes will be gone for good, even if you change the period back.',
  why: (reason: string) => `Why we keep it that long: ${reason}.`,
  rolesNote:
    'Business admins always need two-step sign-in. People with a role that you add here must set up a code from an app before they can use that role. The screens guide them.',
} as const;

export const formMessages = {
  save: 'Save setting',
  amount: 'Keep for',
  unit: 'Unit',
  units: [
    { value: 'day', label: 'Days' },
    { value: 'month', label: 'Months' },
    { value: 'year', label: 'Years' },
  ],
  roles: { coach: 'Coaches', marketer: 'Marketers', admin: 'Admins' },
} as const;

const UNITS: readonly [ending: RegExp, unit: string][] = [
  [/_seconds$/, 'seconds'],
  [/_minutes$/, 'minutes'],
  [/_hours(_before)?$/, 'hours'],
  [/_days$/, 'days'],
  [/_percent$/, '%'],
  [/_us_cents$/, 'US cents'],
  [/_cents(_|$)/, 'cents'],
  [/_basis_points$/, 'hundredths of a percent'],
  [/_years$/, 'years'],
  [/_per_second$/, 'per second'],
  [/_hour_max$/, 'per hour'],
  [/_day_max$/, 'per day'],
  [/_from_age$/, 'years old'],
  [/^weekends_/, 'weekends'],
  [/^holds_.*_max$/, 'spots'],
  [/^guest_places_max$/, 'spots'],
  [/_attempts_max$/, 'attempts'],
  [/_renewals_max$/, 'times'],
  [/_instalments_max$/, 'instalments'],
  [/^children_max$/, 'children'],
  [/^reconcile_batch_orders$/, 'orders'],
  [/^alert_booking_failures_min$/, 'failures'],
  [/^alert_blank_screens$/, 'screens'],
];
const unitOf = (name: string): string => UNITS.find(([ending]) => ending.test(name))?.[1] ?? '';

const roleNames: Partial<Record<string, string>> = {
  coach: 'coaches',
  marketer: 'marketers',
  admin: 'admins',
  business_admin: 'business admins',
};

/** Returns for example "30 minutes", "10 pm" or "not set". */
export function valueMessage({ id, source }: Pick<Entry, 'id' | 'source'>, value?: SettingValue): string {
  const shownValue = value === undefined ? ownValue(source) : value;
  if (shownValue === null) return source.kind === 'period' ? 'until it expires' : 'not set';
  if (typeof shownValue === 'boolean') return shownValue ? 'on' : 'off';
  if (Array.isArray(shownValue)) return shownValue.map((role) => roleNames[role] ?? role).join(', ');
  if (source.kind === 'period') return String(shownValue).replace(/\bmons?\b/, 'months');
  if (source.setting.kind === 'time') return formatTime(String(shownValue));
  const unit = unitOf(id);
  if (unit === 'cents') return formatMoney(Number(shownValue));
  if (unit === 'hundredths of a percent') return `${Number(shownValue) / 100}%`;
  return unit === '%' ? `${shownValue}%` : [shownValue, unit].filter((text) => text !== '').join(' ');
}
const ownValue = (source: Entry['source']): SettingValue =>
  source.kind === 'period' ? source.period.keep : source.setting.value;

export function boundsMessage({ id, source }: Entry): string {
  if (source.kind === 'period')
    return `At least ${source.period.least.replace(/\bmons?\b/, 'months')}, at most 10 years.`;
  const { kind, least, most, is_optional } = source.setting;
  switch (kind) {
    case 'whole':
    case 'number':
      return `${[kind === 'whole' ? 'A whole number from' : 'From', least, 'to', most, unitOf(id)].filter((text) => text !== '').join(' ')}.`;
    case 'time':
      return 'For example 22:00, Singapore time.';
    default:
      return is_optional ? 'If empty, it is not set.' : '';
  }
}

const periodNames: Partial<Record<string, string>> = {
  idle_accounts: 'Accounts without a family',
  idle_families: 'Inactive families',
  lapsed_orders: 'Orders that were not paid',
  sent_messages: 'Sent e-mails',
  phone_messages: permissionMessages.title,
  booking_analytics: 'Booking analytics',
  page_vitals: 'Page speed',
  deleted_documents: 'Deleted site documents',
  access_log: 'Log of who read what',
  audit_log: 'Log of who changed what',
};
export const periodName = (name: string): string => {
  const text = name.replaceAll('_', ' ');
  return periodNames[name] ?? text.charAt(0).toUpperCase() + text.slice(1);
};

export function fieldFault(fault: Fault): string {
  if (fault.kind === 'out_of_range') return `Please enter a number between ${fault.least} and ${fault.most}.`;
  if (fault.kind === 'not_a_number') return 'Please enter a whole number.';
  return faultMessage(fault);
}

export const doneMessage = (_: Extract<Outcome, { state: 'done' }>): string => 'Setting saved.';

export const refusals: OwnMessages = {
  ...rereadRefusals,
  setting_conflict: 'This conflicts with another setting. Nothing has changed.',
  invalid_input: 'This value is not allowed, so nothing has changed. Please check it.',
};
