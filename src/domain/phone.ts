import { codeIn, codeOf, firstCountryOf, HOME } from './calling-codes.ts';
import type { PhoneReader } from './person.ts';

const SINGAPORE = /^(?:\+?65)?([3689]\d{7})$/;
const SINGAPORE_DIGITS = 8;
/** Of the whole number with its calling code (E.164). */
const LEAST_DIGITS = 8;
const MOST_DIGITS = 15;
/** Countries whose numbers keep their first zero when called from abroad: Italy, San Marino and three of Africa. */
const KEEPS_ZERO = new Set(['39', '378', '225', '241', '242']);
/** How many digits follow the calling codes that we meet most, at least and at most. */
const LENGTHS: Record<string, readonly [number, number]> = {
  1: [10, 10],
  33: [9, 9],
  44: [9, 10],
  60: [8, 10],
  61: [9, 9],
  81: [9, 10],
  91: [10, 10],
  852: [8, 8],
};

/**
 * A number as people type it, of Singapore ("9123 4567", "0065 6123-4567") or abroad ("+44 (0)20 …"), to E.164. An own
 * rule: a library of the world's numbers weighs as much as a whole island may, and this must answer at once.
 */
export const readPhone: PhoneReader = (text) => {
  // A number copied from a phone's contacts has marks of direction around it.
  const plain = text
    .replace(/[\s\p{Cf}.-]/gu, '')
    .replace(/^((?:\+|00).*?)\(0\)/, '$1')
    .replace(/[()]/g, '')
    .replace(/^00/, '+');
  const singapore = SINGAPORE.exec(plain)?.[1];
  if (singapore !== undefined) return { e164: `+65${singapore}` };
  const isOurs = !plain.startsWith('+') || plain.startsWith('+65');
  if (!isOurs) return readAbroad(plain.slice(1));
  const digits = plain.replace(/^\+65/, '').replace(/\D/g, '').length;
  return digits === SINGAPORE_DIGITS ? { kind: 'phone_form' } : { kind: 'phone_digits', digits };
};

function readAbroad(plain: string): ReturnType<PhoneReader> {
  const code = /^\d+$/.test(plain) ? codeIn(plain) : null;
  if (code === null) return { kind: 'phone_form' };
  const national = plain.slice(code.length).replace(KEEPS_ZERO.has(code) ? '' : /^0/, '');
  const [least, most] = LENGTHS[code] ?? [LEAST_DIGITS - code.length, MOST_DIGITS - code.length];
  const digits = national.length;
  if (digits < least || digits > most) return { kind: 'phone_abroad', code, digits, least, most };
  return { e164: `+${code}${national}` };
}

/** The number as it is sent; what is none stays as it was typed, or as it came before it was formatted. */
export function e164Of(text: string): string {
  const read = readPhone(text);
  if ('e164' in read) return read.e164;
  return /^\+[\d ]+$/.test(text) ? text.replaceAll(' ', '') : text;
}

/** The calling code that was typed, and what follows it. */
function split(text: string): { code: string | null; rest: string } {
  const digits = /^\s*(?:\+|00)\s*(\d.*)$/.exec(text)?.[1];
  const code = digits === undefined ? null : codeIn(digits);
  return code === null || digits === undefined
    ? { code: null, rest: text }
    : { code, rest: digits.slice(code.length) };
}

/** Whose number this is: a calling code that was typed says so, else the country that was chosen. */
export function countryOf(text: string, chosen: string): string {
  const { code } = split(text);
  return code === null || code === codeOf(chosen) ? chosen : firstCountryOf(code);
}

/** The same number in another country. Outside Singapore the text itself carries the calling code. */
export function inCountry(text: string, country: string): string {
  const rest = split(text).rest.trim();
  if (country === HOME) return rest;
  const code = codeOf(country);
  return `+${code} ${KEEPS_ZERO.has(code) ? rest : rest.replace(/^0/, '')}`;
}

/** What stands in the field after typing: where a country was chosen its calling code is set in front. */
export function typedIn(text: string, country: string): string {
  const begins = /^\s*(?:$|\+|00|0$)/.test(text);
  // Digits that were typed before the code that stands there.
  return country === HOME || begins ? text : inCountry(text.replace(`+${codeOf(country)} `, ''), country);
}
