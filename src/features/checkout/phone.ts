import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { PhoneReader } from './faults.ts';

const SINGAPORE_DIGITS = 8;

/** A Singapore mobile number as people type it ("9123 4567", "0065 9123-4567"), or one of abroad ("+44 …"), to E.164. */
export const readPhone: PhoneReader = (text) => {
  const number = parsePhoneNumberFromString(text.replace(/^\s*00/, '+'), 'SG');
  const national = number?.nationalNumber ?? text.replace(/\D/g, '');
  if (number?.isValid() && number.countryCallingCode !== '65') return { e164: number.number };
  if (national.length !== SINGAPORE_DIGITS) return { kind: 'phone_digits', digits: national.length };
  if (!number?.isValid() || !/^[89]/.test(national)) return { kind: 'phone_not_mobile' };
  return { e164: number.number };
};
