import type { PhoneReader } from './person.ts';

const SINGAPORE = /^(?:\+?65)?([3689]\d{7})$/;
const ABROAD = /^\+(?!65)[1-9]\d{7,14}$/;
const SINGAPORE_DIGITS = 8;

/**
 * A number as people type it, of Singapore ("9123 4567", "0065 6123-4567") or abroad ("+44 …"), to E.164. The shape that
 * the database takes, without a list of the world's numbers: it must answer at once, and without a network.
 */
export const readPhone: PhoneReader = (text) => {
  const plain = text.replace(/[\s().-]/g, '').replace(/^00/, '+');
  const singapore = SINGAPORE.exec(plain)?.[1];
  if (singapore !== undefined) return { e164: `+65${singapore}` };
  if (ABROAD.test(plain)) return { e164: plain };
  const digits = plain.replace(/^\+65/, '').replace(/\D/g, '').length;
  const isOurs = !plain.startsWith('+') || plain.startsWith('+65');
  return isOurs && digits !== SINGAPORE_DIGITS ? { kind: 'phone_digits', digits } : { kind: 'phone_form' };
};

/** The number as it is sent; what is none stays as it was typed. */
export function e164Of(text: string): string {
  const read = readPhone(text);
  return 'e164' in read ? read.e164 : text;
}
