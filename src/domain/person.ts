import { ADULT_AGE } from '#contract/contact.ts';
import { ageOn, dateFrom } from './dates.ts';

export interface DateParts {
  day: string;
  month: string;
  year: string;
}

/** A youngest and an oldest age in years, both inclusive. */
export interface Ages {
  minAge?: number | undefined;
  maxAge?: number | undefined;
}

const isAdult = (dob: string, today: string): boolean => ageOn(dob, today) >= ADULT_AGE;

/** Converts digits of all scripts to 0–9. Chinese and Japanese keyboards, for example, write wide digits. */
export const plainDigits = (text: string): string =>
  text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    // The ten digits of a script start at a code that ends with 0 or 6 (hexadecimal).
    const zero = code & ~15;
    return String(code - (/\p{Nd}/u.test(String.fromCodePoint(zero)) ? zero : zero + 6));
  });

export const hasNoDate = ({ day, month, year }: DateParts): boolean => `${day}${month}${year}`.trim() === '';

export const isBlankChild = (child: DateParts & { name: string }): boolean =>
  child.name.trim() === '' && hasNoDate(child);

export function dateOf(typed: DateParts): string | null {
  const parts = [typed.day, typed.month, typed.year].map((part) => plainDigits(part).trim());
  if (!parts.every((part) => /^\d{1,4}$/.test(part))) return null;
  const [day, month, year] = parts.map(Number) as [number, number, number];
  return dateFrom(day, month, year);
}

export function partsOfDate(date: string | null): DateParts {
  const [year = '', month = '', day = ''] = date?.split('-') ?? [];
  return { day, month, year };
}

export interface BirthFault {
  kind: 'missing' | 'no_such_date' | 'future_date' | 'not_a_child';
}

/** Returns the error of a child's birth date, or null. `today` is an ISO date. */
export function birthFault(typed: DateParts, today: string): BirthFault | null {
  if ([typed.day, typed.month, typed.year].some((part) => part.trim() === '')) return { kind: 'missing' };
  const dob = dateOf(typed);
  if (dob === null) return { kind: 'no_such_date' };
  if (dob > today) return { kind: 'future_date' };
  return isAdult(dob, today) ? { kind: 'not_a_child' } : null;
}

type PhoneFault =
  | { kind: 'phone_digits'; digits: number }
  | { kind: 'phone_form' }
  /** `digits` is the number of digits after the calling code. It must be from `least` to `most`. */
  | { kind: 'phone_abroad'; code: string; digits: number; least: number; most: number };
export type PhoneReader = (text: string) => { e164: string } | PhoneFault;

export type PersonFault = BirthFault | { kind: 'email_form' } | PhoneFault;
