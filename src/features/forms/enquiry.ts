import { leadMessageMost } from '#config/lead-message.ts';
import { toE164 } from '#domain/phone.ts';
import { isBlank, type Field, type FieldType, type Value, type Values } from './model.ts';

export interface Enquiry {
  parent_name: string;
  email: string;
  phone?: string;
  preferred_date?: string;
  guests?: number;
  child_age?: number;
  offer_id?: string;
  message?: string;
}

/** The questions whose answers have a column of their own. All other answers go into the message. */
const enquiryKeys = {
  wishedDate: 'preferred_date',
  childCount: 'guests',
  birthdayAge: 'child_age',
  partyKind: 'offer_id',
} as const;
type EnquiryKey = keyof typeof enquiryKeys;

const contactPaths: Partial<Record<FieldType, string>> = {
  contactName: 'parent_name',
  contactEmail: 'email',
  contactPhone: 'phone',
  paragraph: 'message',
};

/**
 * Returns the answer's path in `enquire_birthday`. If the question has no column, its answer becomes a line of the
 * message.
 */
export function enquiryPath({ key, type }: Pick<Field, 'key' | 'type'>): string {
  return (
    contactPaths[type] ??
    (Object.hasOwn(enquiryKeys, key) ? enquiryKeys[key as EnquiryKey] : `message.${key}`)
  );
}

export const enquiryRanges: Readonly<Record<string, readonly [number, number]>> = {
  childCount: [1, 200],
  birthdayAge: [1, 18],
};

/** The days from today that the database accepts, which is from tomorrow to two years ahead. */
export const enquiryDays: Readonly<Record<string, readonly [number, number]>> = {
  wishedDate: [1, 730],
};

export interface Lead {
  page: string;
  parent_name: string;
  email: string;
  phone?: string;
  message?: string;
}

/** Returns the answer's path in `enquire_from_page`. */
export function leadPath({ key, type }: Pick<Field, 'key' | 'type'>): string {
  return contactPaths[type] ?? `message.${key}`;
}

type OptionMessage = (key: string, value: string) => string;

interface SavedEnquiry {
  /** The id of the package for each option of `partyKind`. Other answers have none. */
  packageIds: Readonly<Record<string, string>>;
  optionMessage: OptionMessage;
}

export function toEnquiry(
  fields: readonly Field[],
  values: Values,
  { packageIds, optionMessage }: SavedEnquiry,
): Enquiry {
  const { contact, rest } = takeContact(fields, values);
  const enquiry: Enquiry = contact;
  const lines: string[] = [];
  for (const { field, value } of rest) {
    const { key, type } = field;
    const text = typeof value === 'string' ? value.trim() : '';
    const offer = key === 'partyKind' ? packageIds[text] : undefined;
    if (key === 'wishedDate' && type === 'date') enquiry.preferred_date = text;
    else if (key === 'childCount' && type === 'number') enquiry.guests = Number(text);
    else if (key === 'birthdayAge' && type === 'number') enquiry.child_age = Number(text);
    else if (offer) enquiry.offer_id = offer;
    else lines.push(lineOf(field, value, optionMessage));
  }
  if (lines.length > 0) enquiry.message = lines.join('\n');
  return enquiry;
}

/** Returns the lead. All answers except the contact details become lines of the message. */
export function toLead(
  fields: readonly Field[],
  values: Values,
  { page, optionMessage }: { page: string; optionMessage: OptionMessage },
): Lead {
  const { contact, rest } = takeContact(fields, values);
  const message = rest.map(({ field, value }) => lineOf(field, value, optionMessage)).join('\n');
  return { page, ...contact, ...(message ? { message } : {}) };
}

/**
 * Returns the path of the longest answer if all answers together are longer than the message allows. Returns null if
 * they fit.
 */
export function tooLongPath(fields: readonly Field[], values: Values, message = ''): string | null {
  if (message.length <= leadMessageMost) return null;
  const { rest } = takeContact(fields, values);
  const [longest] = rest.toSorted((a, b) => textLength(b.value) - textLength(a.value));
  return longest?.field.path ?? null;
}

const textLength = (value: Value) => (typeof value === 'string' ? value.length : 0);

function takeContact(fields: readonly Field[], values: Values) {
  const contact: Pick<Lead, 'parent_name' | 'email' | 'phone'> = { parent_name: '', email: '' };
  const otherAnswers: { field: Field; value: Value }[] = [];
  for (const field of fields) {
    const value = values[field.key] ?? null;
    if (isBlank(value)) continue;
    const text = typeof value === 'string' ? value.trim() : '';
    if (field.type === 'contactName') contact.parent_name = text;
    else if (field.type === 'contactEmail') contact.email = text;
    else if (field.type === 'contactPhone') contact.phone = toE164(text);
    else otherAnswers.push({ field, value });
  }
  return { contact, rest: otherAnswers };
}

const lineOf = ({ key, type, label }: Field, value: Value, optionMessage: OptionMessage): string =>
  type === 'paragraph' && typeof value === 'string'
    ? value.trim()
    : `${label} ${answerText(value, (item) => optionMessage(key, item))}`;

function answerText(value: Value, optionMessage: (value: string) => string): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return optionMessage(value);
  return Array.isArray(value)
    ? value.flatMap((entry) => (typeof entry === 'string' ? [optionMessage(entry)] : [])).join(', ')
    : '';
}
