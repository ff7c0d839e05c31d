import { formatMoney } from '#contract/format.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { formatDate, formatMoment } from '#domain/dates.ts';

/** The export as text: a tree of sections, records and values of any depth. */
export interface Line {
  label: string;
  /** Empty if the line has children. */
  text: string;
  below: readonly Line[];
}
export interface Part {
  title: string;
  lines: readonly Line[];
}

const titles: Record<string, string> = {
  family: 'Family',
  parents: 'Parents',
  children: 'Children',
  emergency_contacts: 'Emergency contacts',
  pickup_authorizations: 'Who may collect your children',
  blocked_collectors: 'Who must never collect your child',
  first_aid_log: 'First aid',
  consents: 'Consents',
  bookings: 'Bookings',
  passes: 'Passes and credits',
  orders: 'Orders',
  messages: 'E-mails',
  proposals: 'Details from a booking that you have not confirmed',
  waitlist: 'Waitlists',
  camps: 'Camps',
  leads: 'Enquiries',
};

/** Technical values are left out of the text; the file contains them. */
const isMachine = (key: string) =>
  /(^|_)(id|ids|hash|key|uuid|revision)$/.test(key) || /^(raw_|stripe_|payload|exported_at$)/.test(key);

export function readable(whole: Record<string, unknown>): Part[] {
  return Object.entries(whole)
    .filter(([key]) => !isMachine(key))
    .map(([key, value]) => ({ title: titles[key] ?? labelOf(key), lines: linesOf(value) }));
}

function linesOf(value: unknown): Line[] {
  if (Array.isArray(value))
    return value.flatMap((one: unknown, at) => {
      if (!isThing(one))
        return textOf('', one) === '' ? [] : [{ label: `${at + 1}`, text: textOf('', one), below: [] }];
      const below = linesOf(one);
      return below.length === 0 ? [] : [{ label: nameOf(one) ?? `${at + 1}`, text: '', below }];
    });
  if (!isThing(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    if (isMachine(key)) return [];
    if (!isThing(one) && !Array.isArray(one)) {
      const text = textOf(key, one);
      return text === '' ? [] : [{ label: labelOf(key), text, below: [] }];
    }
    const below = linesOf(one);
    return below.length === 0 ? [] : [{ label: titles[key] ?? labelOf(key), text: '', below }];
  });
}

const isThing = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function nameOf(thing: Record<string, unknown>): string | null {
  for (const key of ['name', 'number', 'title', 'purpose', 'template']) {
    const value = thing[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

function textOf(key: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return key.endsWith('_cents') ? formatMoney(value) : String(value);
  if (typeof value !== 'string') return '';
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(value);
  const isMoment = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(value) && !Number.isNaN(Date.parse(value));
  if (isMoment) return formatMoment(value);
  return key.endsWith('phone') ? formatPhone(value) : value;
}

/**
 * Turns `paid_at` into "Paid at". The `_cents` suffix is dropped, because the formatted amount shows that it is money.
 */
function labelOf(key: string): string {
  const words = key.replace(/_cents$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
