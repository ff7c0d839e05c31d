import { toE164 } from '#domain/phone.ts';
import { isBlank, type Field, type FieldType, type Value, type Values } from './model.ts';

/** The argument of `enquire_birthday`. */
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

/** Keys of the enquiry's form that have a column of their own; all other questions go into the message. */
const enquiryKeys = {
  wishedDate: 'preferred_date',
  childCount: 'guests',
  birthdayAge: 'child_age',
  partyKind: 'offer_id',
} as const;
type EnquiryKey = keyof typeof enquiryKeys;

/** The path of an answer in `enquire_birthday`; a question without a column becomes a line of the message. */
export function enquiryPath({ key, type }: Pick<Field, 'key' | 'type'>): string {
  const columns: Partial<Record<FieldType, string>> = {
    contactName: 'parent_name',
    contactEmail: 'email',
    contactPhone: 'phone',
    paragraph: 'message',
  };
  return (
    columns[type] ?? (Object.hasOwn(enquiryKeys, key) ? enquiryKeys[key as EnquiryKey] : `message.${key}`)
  );
}

/** The database's limits. */
export const enquiryRanges: Readonly<Record<string, readonly [number, number]>> = {
  childCount: [1, 200],
  birthdayAge: [1, 18],
};

/** The database's limits in days from today: from tomorrow to two years ahead. */
export const enquiryDays: Readonly<Record<string, readonly [number, number]>> = {
  wishedDate: [1, 730],
};

interface SavedEnquiry {
  /** The party for each answer to `partyKind`; other answers have none. */
  offers: Readonly<Record<string, string>>;
  optionMessage: (key: string, value: string) => string;
}

export function toEnquiry(
  fields: readonly Field[],
  values: Values,
  { offers, optionMessage }: SavedEnquiry,
): Enquiry {
  const enquiry: Enquiry = { parent_name: '', email: '' };
  const lines: string[] = [];
  for (const { key, type, label } of fields) {
    const value = values[key] ?? null;
    if (isBlank(value)) continue;
    const text = typeof value === 'string' ? value.trim() : '';
    const offer = key === 'partyKind' ? offers[text] : undefined;
    if (type === 'contactName') enquiry.parent_name = text;
    else if (type === 'contactEmail') enquiry.email = text;
    else if (type === 'contactPhone') enquiry.phone = toE164(text);
    else if (key === 'wishedDate' && type === 'date') enquiry.preferred_date = text;
    else if (key === 'childCount' && type === 'number') enquiry.guests = Number(text);
    else if (key === 'birthdayAge' && type === 'number') enquiry.child_age = Number(text);
    else if (offer) enquiry.offer_id = offer;
    else if (type === 'paragraph') lines.push(text);
    else lines.push(`${label} ${wordsOf(value, (item) => optionMessage(key, item))}`);
  }
  if (lines.length > 0) enquiry.message = lines.join('\n');
  return enquiry;
}

function wordsOf(value: Value, optionMessage: (value: string) => string): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return optionMessage(value);
  return Array.isArray(value)
    ? value.flatMap((entry) => (typeof entry === 'string' ? [optionMessage(entry)] : [])).join(', ')
    : '';
}
