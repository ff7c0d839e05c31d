import { isEmail } from '#contract/contact.ts';
import { addDays, today } from '../../domain/dates.ts';
import { readPhone } from '../../domain/phone.ts';

/** A form that content defines (decisions "/birthday-rsvp, /dynamic-form"), as its script knows it: rules without a page. */

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
  /** Under which the answer is kept. */
  key: string;
  type: FieldType;
  label: string;
  required: boolean;
  /** Asked only of families who come. */
  coming: boolean;
  /** Kept apart; every reading of it is logged. */
  health: boolean;
  /** Of a number: what is accepted. */
  range?: readonly [number, number];
  /** Of a date: how many days from today it may be, at least and at most. */
  daysAhead?: readonly [number, number];
}

export interface Guest {
  name: string;
  age: string;
  kind: 'child' | 'adult';
  allergies: string;
}

/** As it stands in the form; null where nothing was chosen. */
export type Value = string | boolean | string[] | Guest[] | null;
export type Values = Record<string, Value>;

export type FaultKind =
  | 'missing'
  | 'choose'
  | 'email'
  | 'phone'
  | 'number'
  | 'range'
  | 'date'
  | 'over'
  | 'soon'
  | 'far'
  | 'long'
  | 'agree'
  | 'guest_missing'
  | 'guest_name'
  | 'guest_age'
  | 'refused';

export interface Fault {
  key: string;
  kind: FaultKind;
  /** Of a list of guests: which row. */
  guest?: number;
}

const LINE_MOST = 120;
const TEXT_MOST = 2000;
const AGE_MOST = 120;

/** A form that asks whether a family comes belongs to a party, and needs the party's link. */
export const needsParty = (fields: readonly Field[]) =>
  fields.some(({ type }) => type === 'attending' || type === 'guests');

/** Questions for families who come are asked once they said so. */
export function isAsked({ coming }: Field, fields: readonly Field[], values: Values): boolean {
  const attending = fields.find(({ type }) => type === 'attending');
  return !coming || !attending || values[attending.key] === true;
}

/** What is wrong, in the order of the form. */
export function faultsOf(fields: readonly Field[], values: Values): Fault[] {
  return fields
    .filter((field) => isAsked(field, fields, values))
    .flatMap((field) => {
      const value = values[field.key] ?? null;
      if (field.type === 'guests') return guestFaults(field, value);
      const kind = isBlank(value) ? blankFault(field) : wrongness(field, value);
      return kind ? [{ key: field.key, kind }] : [];
    });
}

export const isBlank = (value: Value) =>
  value === null ||
  value === '' ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

function blankFault({ type, required }: Field): FaultKind | null {
  if (!required) return null;
  if (type === 'attending' || type === 'yesNo' || type === 'choice' || type === 'select') return 'choose';
  return type === 'multiple' ? 'choose' : 'missing';
}

function wrongness(field: Field, value: Value): FaultKind | null {
  const { type, required, range } = field;
  if (type === 'consent') return required && value !== true ? 'agree' : null;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (type === 'contactEmail') return isEmail(text) ? null : 'email';
  if (type === 'contactPhone') return 'e164' in readPhone(text) ? null : 'phone';
  if (type === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(text) ? dayFault(field, text) : 'date';
  if (type === 'number') {
    if (!/^\d{1,6}$/.test(text)) return 'number';
    const outside = range && (Number(text) < range[0] || Number(text) > range[1]);
    return outside ? 'range' : null;
  }
  return text.length > (type === 'contactName' ? LINE_MOST : TEXT_MOST) ? 'long' : null;
}

/** The days are Singapore's, wherever the browser is. */
function dayFault({ daysAhead }: Field, day: string): FaultKind | null {
  if (!daysAhead) return null;
  const now = today();
  if (day < now) return 'over';
  if (day < addDays(now, daysAhead[0])) return 'soon';
  return day > addDays(now, daysAhead[1]) ? 'far' : null;
}

function guestFaults({ key, required }: Field, value: Value): Fault[] {
  const guests = guestsIn(value);
  if (guests.every(isEmptyGuest)) return required ? [{ key, kind: 'guest_missing', guest: 0 }] : [];
  return guests.flatMap((guest, index): Fault[] => {
    if (isEmptyGuest(guest)) return [];
    if (guest.name.trim() === '') return [{ key, kind: 'guest_name', guest: index }];
    const age = guest.age.trim();
    const wrong = age !== '' && !(/^\d{1,3}$/.test(age) && Number(age) <= AGE_MOST);
    return wrong ? [{ key, kind: 'guest_age', guest: index }] : [];
  });
}

export const guestsIn = (value: Value): Guest[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'object') : [];

export const isEmptyGuest = ({ name, age, allergies }: Guest) =>
  [name, age, allergies].every((text) => !text.trim());
