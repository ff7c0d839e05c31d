import { codeIn, codeOf, firstCountryOf, HOME } from './calling-codes.ts';
import { plainDigits, type PhoneReader } from './person.ts';

const SINGAPORE = /^(?:\+?65)?([3689]\d{7})$/;
const SINGAPORE_DIGITS = 8;
/** The smallest and largest length of a whole number with its calling code (E.164). */
const MIN_DIGITS = 8;
const MAX_DIGITS = 15;
/**
 * The calling codes of countries whose numbers keep their first zero in calls from abroad: Italy, San Marino and three
 * countries in Africa.
 */
const KEEPS_ZERO = new Set(['39', '378', '225', '241', '242']);
/** The smallest and largest number of digits after the most common calling codes. */
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
 * Converts a typed number such as "9123 4567", "0065 6123-4567" or "+44 (0)20 …" to E.164. A library for this would be
 * as large as a whole island.
 */
export const readPhone: PhoneReader = (text) => {
  // A copied number may contain invisible characters, all kinds of dashes, or "tel:".
  const stripped = plainDigits(text)
    .replace(/^tel:|[\s\p{Cf}\p{Mn}\p{Pd}./]/gu, '')
    .replace(/^((?:\+|00).*?)\(0\)/, '$1')
    .replace(/[()]/g, '')
    .replace(/^00/, '+');
  const singapore = SINGAPORE.exec(stripped)?.[1];
  if (singapore !== undefined) return { e164: `+65${singapore}` };
  const isOurs = !stripped.startsWith('+') || stripped.startsWith('+65');
  if (!isOurs) return readAbroad(stripped.slice(1));
  const digits = stripped.replace(/^\+65/, '').replace(/\D/g, '').length;
  return digits === SINGAPORE_DIGITS ? { kind: 'phone_form' } : { kind: 'phone_digits', digits };
};

function readAbroad(plain: string): ReturnType<PhoneReader> {
  const code = /^\d+$/.test(plain) ? codeIn(plain) : null;
  if (code === null) return { kind: 'phone_form' };
  const national = plain.slice(code.length).replace(KEEPS_ZERO.has(code) ? '' : /^0/, '');
  const [least, most] = LENGTHS[code] ?? [MIN_DIGITS - code.length, MAX_DIGITS - code.length];
  const digits = national.length;
  if (digits < least || digits > most) return { kind: 'phone_abroad', code, digits, least, most };
  return { e164: `+${code}${national}` };
}

/** Returns the number in E.164. If the text is not a number, returns it unchanged. */
export function toE164(text: string): string {
  const result = readPhone(text);
  if ('e164' in result) return result.e164;
  return /^\+[\d ]+$/.test(text) ? text.replaceAll(' ', '') : text;
}

function split(text: string): { code: string | null; rest: string } {
  const digits = /^\s*(?:\+|00)\s*(\d.*)$/.exec(text)?.[1];
  const code = digits === undefined ? null : codeIn(digits);
  return code === null || digits === undefined
    ? { code: null, rest: text }
    : { code, rest: digits.slice(code.length) };
}

/** Returns the country of a typed calling code. If there is none, returns the chosen country. */
export function countryOf(text: string, chosen: string): string {
  const { code } = split(text);
  return code === null || code === codeOf(chosen) ? chosen : firstCountryOf(code);
}

export function inCountry(text: string, country: string): string {
  const number = split(text).rest.trim();
  if (country === HOME) return number;
  const code = codeOf(country);
  return `+${code} ${KEEPS_ZERO.has(code) ? number : number.replace(/^0/, '')}`;
}

/** Returns the field's text after typing. If a country was chosen, its calling code is put before the number. */
export function typedIn(text: string, country: string): string {
  const begins = /^\s*(?:$|\+|00|0$)/.test(text);
  // The user may have typed digits before the calling code.
  return country === HOME || begins ? text : inCountry(text.replace(`+${codeOf(country)} `, ''), country);
}
