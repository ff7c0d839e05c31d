import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { PhoneReader } from './person.ts';

const SINGAPORE_DIGITS = 8;

/**
 * A number as people type it, of Singapore ("9123 4567", "0065 6123-4567") or abroad ("+44 …"), to E.164. Its library is
 * large: imported once somebody types.
 */
export const readPhone: PhoneReader = (text) => {
  const plain = text.trim().replace(/^00/, '+');
  const number = parsePhoneNumberFromString(plain, { defaultCountry: 'SG', extract: false });
  if (number?.isValid()) return { e164: number.number };
  const digits = (number?.nationalNumber ?? plain.replace(/\D/g, '')).length;
  const isOurs = number?.countryCallingCode === '65' || !plain.startsWith('+');
  return isOurs && digits !== SINGAPORE_DIGITS ? { kind: 'phone_digits', digits } : { kind: 'phone_form' };
};
