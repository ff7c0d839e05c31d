import { claimsOf, withoutCalendar } from './claims.ts';
import { termsOf } from './words.ts';

/**
 * Checks whether every claim of a model's text is in its sources. Otherwise the text is not shown. These functions are
 * pure.
 */

const MAX_CHARS = 600;
/** Latin letters, digits and plain punctuation are allowed, but no markup, brackets or invisible characters. */
const allowedText = /^[\p{Script=Latin}0-9 \n.,;:!?'’‘"“”()&%$+/–—-]+$/u;
/** This matches addresses such as "evil.example", "www." and "//", and digits as long as a telephone number. */
const addressPattern =
  /[\p{L}\d-]{2,}\.\p{L}{2,}|\bwww\b|\/\/|\b[a-z]+:\/|\bdot (?:com|sg|net|org)\b|(?:\d[ .()-]?){7,}/iu;
/** The assistant never asks for these things and promises nothing, so a text that contains them was injected. */
const forbiddenPattern =
  /\b(nric|passports?|passwords?|otp|cvv|cvc|pin|card numbers?|account numbers?|bank(?: accounts?)?|i (?:promise|guarantee|confirm|have booked|have refunded|booked|refunded)|we (?:promise|guarantee))\b/i;
const internalPattern =
  /\b(system prompt|prompts?|instructions?|my rules|language model|hand_over|tool(?:s| calls?)?|json|passages?|as an ai|ignore (?:all|previous))\b/i;
/** These words change whether a statement is true, so each must be in the sources. */
const decisiveWords = new Set(
  termsOf(
    `free complimentary refund discount rebate guarantee promise certified licensed insured insurance halal vegetarian nut allergy
    medical nurse doctor ambulance closed closing bankrupt cancelled full sold unlimited lifetime always never everyone anyone
    overnight transport lunch swim swimming police accident injured dangerous illegal scam stupid hate free gift prize winner
    voucher coupon code deposit instalment penalty surcharge gst fortnight daily weekly monthly yearly hourly nightly competitor cheaper cheapest best worst only exclusive limited hurry urgent today tomorrow tonight weekend`,
  ),
);
/** The share of content words that need not be in the sources. */
const UNSOURCED_SHARE = 0.25;
/** The longest run of words that may match the instructions. */
const MAX_QUOTED_WORDS = 6;

/**
 * Returns why an answer is dropped, for the log, or null if it may be shown. The sources are the passages and the
 * answers of the live data.
 */
export function problemOf(text: string, sources: string, instructions: string): string | null {
  if (text.trim().length < 2 || text.length > MAX_CHARS) return 'length';
  const normalized = text.normalize('NFKC');
  // The normalised text is checked as well, because a reader sees a superscript digit as a different number.
  if (!allowedText.test(text) || !allowedText.test(normalized)) return 'markup';
  if (addressPattern.test(normalized)) return 'address';
  if (forbiddenPattern.test(normalized)) return 'promise';
  if (internalPattern.test(normalized) || quotes(normalized, instructions)) return 'instructions';
  const sourceClaims = claimsOf(sources);
  if ([...claimsOf(normalized)].some((claim) => !sourceClaims.has(claim))) return 'number';
  return ungrounded(normalized, sources) ? 'words' : null;
}

function ungrounded(text: string, sources: string): boolean {
  const sourceTerms = new Set(termsOf(sources));
  const terms = termsOf(withoutCalendar(text));
  const unsourced = terms.filter((term) => !sourceTerms.has(term));
  return (
    unsourced.some((term) => decisiveWords.has(term)) || unsourced.length > terms.length * UNSOURCED_SHARE
  );
}

function quotes(text: string, instructions: string): boolean {
  const wordsOf = (of: string) => of.toLowerCase().match(/[a-z]+/g) ?? [];
  const instructionWords = ` ${wordsOf(instructions).join(' ')} `;
  const words = wordsOf(text);
  return words.some(
    (_, index) =>
      index + MAX_QUOTED_WORDS <= words.length &&
      instructionWords.includes(` ${words.slice(index, index + MAX_QUOTED_WORDS).join(' ')} `),
  );
}
