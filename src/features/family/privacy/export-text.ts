import { formatMoney } from '#contract/format.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { formatDate, formatMoment } from '#domain/dates.ts';

export interface ExportLine {
  label: string;
  /** The text, which is empty if the line has lines below it. */
  text: string;
  below: readonly ExportLine[];
}
export interface ExportSection {
  title: string;
  lines: readonly ExportLine[];
}

const titles: Record<string, string> = {
  family: 'Family',
  parents: 'Parents',
  children: 'Children',
  emergency_contacts: 'Emergency contacts',
  pickup_authorizations: 'Who may collect your children',
  blocked_collectors: 'Who must never collect your child',
  first_aid_log: 'First aid',
  camp_photos: 'Photos of camp days',
  consents: 'Consents',
  bookings: 'Bookings',
  passes: 'Passes and credits',
  orders: 'Orders',
  messages: 'E-mails',
  proposals: 'Unconfirmed details from bookings',
  waitlist: 'Waitlists',
  camps: 'Camps',
  leads: 'Enquiries',
  staff_tasks: 'Tasks of our staff',
};

/**
 * Returns whether a value is technical. Such values are left out here, but the file that the parent can save contains
 * them.
 */
const isMachine = (key: string) =>
  /(^|_)(id|ids|hash|key|uuid|revision|rules)$/.test(key) ||
  /^(raw_|stripe_|payload|exported_at$|expected_|provider)/.test(key);

/** Describes the stored data. The family, its people and its purchases come first, in the order of `titles`. */
export function describeExport(familyData: Record<string, unknown>): ExportSection[] {
  const order = Object.keys(titles);
  const rankOf = (key: string) => (order.indexOf(key) + order.length + 1) % (order.length + 1);
  return Object.entries(familyData)
    .filter(([key]) => !isMachine(key))
    .sort(([one], [other]) => rankOf(one) - rankOf(other))
    .map(([key, value]) => ({ title: titles[key] ?? labelOf(key), lines: describeValue(value) }));
}

function describeValue(value: unknown): ExportLine[] {
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => {
      if (!isThing(item))
        return formatValue('', item) === ''
          ? []
          : [{ label: `${index + 1}`, text: formatValue('', item), below: [] }];
      const lines = describeValue(item);
      return lines.length === 0 ? [] : [{ label: nameOf(item) ?? `${index + 1}`, text: '', below: lines }];
    });
  if (!isThing(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    if (isMachine(key)) return [];
    if (!isThing(item) && !Array.isArray(item)) {
      const text = formatValue(key, item);
      return text === '' ? [] : [{ label: labelOf(key), text, below: [] }];
    }
    const lines = describeValue(item);
    return lines.length === 0 ? [] : [{ label: titles[key] ?? labelOf(key), text: '', below: lines }];
  });
}

const isThing = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function nameOf(record: Record<string, unknown>): string | null {
  for (const key of ['name', 'number', 'title', 'purpose', 'template']) {
    const value = record[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

function formatValue(key: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return key.endsWith('_cents') ? formatMoney(value) : String(value);
  if (typeof value !== 'string') return '';
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(value);
  const isMoment = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(value) && !Number.isNaN(Date.parse(value));
  if (isMoment) return formatMoment(value);
  return key.endsWith('phone') ? formatPhone(value) : value;
}

/**
 * Turns a name such as `paid_at` into "Paid at". `_cents` is dropped, because a formatted amount shows that it is
 * money.
 */
function labelOf(key: string): string {
  const text = key.replace(/_cents$/, '').replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
