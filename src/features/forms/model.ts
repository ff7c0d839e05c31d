import { isEmail } from '#contract/contact.ts';
import { addDays, today } from '#domain/dates.ts';
import type { Fault, Faults } from '#domain/fault.ts';
import { readPhone } from '#domain/phone.ts';

/** The model of a form, which the content defines (decisions "/birthday-rsvp, /dynamic-form"). */

export type FieldType =
  | 'contactName'
  | 'contactEmail'
  | 'contactPhone'
  | 'attending'
  | 'guests'
  | 'text'
  | 'paragraph'
  | 'number'
  | 'date'
  | 'choice'
  | 'select'
  | 'multiple'
  | 'yesNo'
  | 'consent';

export interface Field {
  key: string;
  /** The answer's path in the database, such as `contact.name` or `answers.colour`. It is also the id of its input. */
  path: string;
  type: FieldType;
  label: string;
  required: boolean;
  /** True for a question that only families who will come answer. */
  coming: boolean;
  /** True for an answer about health. It is stored separately, and every read of it is logged. */
  health: boolean;
  range?: readonly [number, number];
  daysAhead?: readonly [number, number];
}

export interface Guest {
  name: string;
  age: string;
  kind: 'child' | 'adult';
  allergies: string;
}

export type Value = string | boolean | string[] | Guest[] | null;
export type Values = Record<string, Value>;

const LINE_MAX = 120;
const TEXT_MAX = 2000;
const AGE_MAX = 120;

/**
 * Returns whether a form belongs to a party, because it asks who will come. Such a form can be opened only with the
 * party's link.
 */
export const needsParty = (fields: readonly Field[]) =>
  fields.some(({ type }) => type === 'attending' || type === 'guests');

/** Returns whether a question is shown. One for families who will come appears once the family has said so. */
export function isShown({ coming }: Field, fields: readonly Field[], values: Values): boolean {
  const attending = fields.find(({ type }) => type === 'attending');
  return !coming || !attending || values[attending.key] === true;
}

export function checkValues(fields: readonly Field[], values: Values): Faults {
  return Object.fromEntries(
    fields
      .filter((field) => isShown(field, fields, values))
      .flatMap((field): [string, Fault][] => {
        const value = values[field.key] ?? null;
        if (field.type === 'guests') return guestFaults(field, value);
        const fault = isBlank(value) ? blankFault(field) : faultOf(field, value);
        return fault ? [[field.path, fault]] : [];
      }),
  );
}

export const isBlank = (value: Value) =>
  value === null ||
  value === '' ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

const choiceTypes: readonly FieldType[] = ['attending', 'yesNo', 'choice', 'select', 'multiple'];

function blankFault({ type, required }: Field): Fault | null {
  if (!required) return null;
  return { kind: choiceTypes.includes(type) ? 'choose' : 'missing' };
}

function faultOf(field: Field, value: Value): Fault | null {
  const { type, required } = field;
  if (type === 'consent') return required && value !== true ? { kind: 'agree' } : null;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (type === 'contactEmail') return isEmail(text) ? null : { kind: 'email_form' };
  if (type === 'contactPhone') {
    const phone = readPhone(text);
    return 'e164' in phone ? null : phone;
  }
  if (type === 'date') return dayFault(field, text);
  if (type === 'number') return numberFault(field, text);
  return text.length > (type === 'contactName' ? LINE_MAX : TEXT_MAX) ? { kind: 'too_long' } : null;
}

function numberFault({ range }: Field, text: string): Fault | null {
  if (!/^\d{1,6}$/.test(text)) return { kind: 'not_a_number' };
  if (!range || (Number(text) >= range[0] && Number(text) <= range[1])) return null;
  return { kind: 'out_of_range', least: range[0], most: range[1] };
}

/** Returns the fault of a day. Days are in Singapore, regardless of the browser's time zone. */
function dayFault({ daysAhead }: Field, day: string): Fault | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return { kind: 'no_such_date' };
  if (!daysAhead) return null;
  const now = today();
  if (day < now) return { kind: 'day_over' };
  if (day < addDays(now, daysAhead[0])) return { kind: 'day_too_soon' };
  return day > addDays(now, daysAhead[1]) ? { kind: 'day_too_far' } : null;
}

function guestFaults({ path, required }: Field, value: Value): [string, Fault][] {
  const guests = guestsIn(value);
  if (guests.every(isEmptyGuest)) return required ? [[`${path}[0].name`, { kind: 'missing' }]] : [];
  return guests.flatMap((guest, index): [string, Fault][] => {
    if (isEmptyGuest(guest)) return [];
    if (guest.name.trim() === '') return [[`${path}[${index}].name`, { kind: 'missing' }]];
    const age = guest.age.trim();
    const wrong = age !== '' && !(/^\d{1,3}$/.test(age) && Number(age) <= AGE_MAX);
    return wrong ? [[`${path}[${index}].age`, { kind: 'not_a_number' }]] : [];
  });
}

export const guestsIn = (value: Value): Guest[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'object') : [];

export const isEmptyGuest = ({ name, age, allergies }: Guest) =>
  [name, age, allergies].every((text) => !text.trim());
