import { claimsOf, withoutCalendar } from './claims.ts';
import { termsOf } from './words.ts';

/**
 * Checks that every claim of a model's text is in its sources; otherwise the text is not shown. These functions are
 * pure.
 */

const MOST_CHARS = 600;
/** Latin letters, digits and plain punctuation are allowed, but no markup, brackets or invisible characters. */
const plain = /^[\p{Script=Latin}0-9 \n.,;:!?'’‘"“”()&%$+/–—-]+$/u;
/** This matches "evil.example", "www.", "//", and digits as long as a telephone number. */
const address =
  /[\p{L}\d-]{2,}\.\p{L}{2,}|\bwww\b|\/\/|\b[a-z]+:\/|\bdot (?:com|sg|net|org)\b|(?:\d[ .()-]?){7,}/iu;
/** Our assistant never asks for these and promises nothing, so such a text was injected. */
const never =
  /\b(nric|passports?|passwords?|otp|cvv|cvc|pin|card numbers?|account numbers?|bank(?: accounts?)?|i (?:promise|guarantee|confirm|have booked|have refunded|booked|refunded)|we (?:promise|guarantee))\b/i;
const inward =
  /\b(system prompt|prompts?|instructions?|my rules|language model|hand_over|tool(?:s| calls?)?|json|passages?|as an ai|ignore (?:all|previous))\b/i;
/** These words change a statement's truth, so each must be in the sources. */
const weighty = new Set(
  termsOf(
    `free complimentary refund discount rebate guarantee promise certified licensed insured insurance halal vegetarian nut allergy
    medical nurse doctor ambulance closed closing bankrupt cancelled full sold unlimited lifetime always never everyone anyone
    overnight transport lunch swim swimming police accident injured dangerous illegal scam stupid hate free gift prize winner
    voucher coupon code deposit instalment penalty surcharge gst fortnight daily weekly monthly yearly hourly nightly competitor cheaper cheapest best worst only exclusive limited hurry urgent today tomorrow tonight weekend`,
  ),
);
/** The share of content words that need not be in the sources. */
const OWN_WORDS = 0.25;
/** The longest run of words that may match the instructions. */
const QUOTED = 6;

/**
 * Returns why an answer is dropped, for the log; null if it may be shown. `given`: passages and the live data's
 * answers.
 */
export function problemOf(text: string, given: string, instructions: string): string | null {
  if (text.trim().length < 2 || text.length > MOST_CHARS) return 'length';
  const normalized = text.normalize('NFKC');
  // The normalised text is also checked, because a reader sees a superscript digit as a different number.
  if (!plain.test(text) || !plain.test(normalized)) return 'markup';
  if (address.test(normalized)) return 'address';
  if (never.test(normalized)) return 'promise';
  if (inward.test(normalized) || quotes(normalized, instructions)) return 'instructions';
  const known = claimsOf(given);
  if ([...claimsOf(normalized)].some((claim) => !known.has(claim))) return 'number';
  return ungrounded(normalized, given) ? 'words' : null;
}

function ungrounded(text: string, given: string): boolean {
  const known = new Set(termsOf(given));
  const terms = termsOf(withoutCalendar(text));
  const own = terms.filter((term) => !known.has(term));
  return own.some((term) => weighty.has(term)) || own.length > terms.length * OWN_WORDS;
}

function quotes(text: string, instructions: string): boolean {
  const wordsOf = (of: string) => of.toLowerCase().match(/[a-z]+/g) ?? [];
  const instructionWords = ` ${wordsOf(instructions).join(' ')} `;
  const words = wordsOf(text);
  return words.some(
    (_, index) =>
      index + QUOTED <= words.length &&
      instructionWords.includes(` ${words.slice(index, index + QUOTED).join(' ')} `),
  );
}
