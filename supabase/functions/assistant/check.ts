import { claimsOf, withoutCalendar } from './claims.ts';
import { termsOf } from './words.ts';

/** What a model wrote is shown only where all of it that can be wrong stands in what it was given. Pure. */

const MOST_CHARS = 600;
/** Letters of Latin script, figures, and what a plain sentence needs: no markup, no brackets, nothing that hides. */
const plain = /^[\p{Script=Latin}0-9 \n.,;:!?'’‘"“”()&%$+/–—-]+$/u;
/** "evil.example", "www.", "//", and figures as long as a telephone number's. */
const address =
  /[\p{L}\d-]{2,}\.\p{L}{2,}|\bwww\b|\/\/|\b[a-z]+:\/|\bdot (?:com|sg|net|org)\b|(?:\d[ .()-]?){7,}/iu;
/** No program of ours asks for these, or promises anything: whoever made it say so. */
const never =
  /\b(nric|passports?|passwords?|otp|cvv|cvc|pin|card numbers?|account numbers?|bank(?: accounts?)?|i (?:promise|guarantee|confirm|have booked|have refunded|booked|refunded)|we (?:promise|guarantee))\b/i;
/** What it was told, and what it is made of, is nobody's business. */
const inward =
  /\b(system prompt|prompts?|instructions?|my rules|language model|hand_over|tool(?:s| calls?)?|json|passages?|as an ai|ignore (?:all|previous))\b/i;
/** Words that change what is true: each must stand in what was given. */
const weighty = new Set(
  termsOf(
    `free complimentary refund discount rebate guarantee promise certified licensed insured insurance halal vegetarian nut allergy
    medical nurse doctor ambulance closed closing bankrupt cancelled full sold unlimited lifetime always never everyone anyone
    overnight transport lunch swim swimming police accident injured dangerous illegal scam stupid hate free gift prize winner
    voucher coupon code deposit instalment penalty surcharge gst fortnight daily weekly monthly yearly hourly nightly competitor cheaper cheapest best worst only exclusive limited hurry urgent today tomorrow tonight weekend`,
  ),
);
/** A writer's own words, beside those of the sources: so many of a hundred. */
const OWN_WORDS = 0.25;
/** As many words in a row of what it was told to do. */
const QUOTED = 6;

/** Why an answer is dropped, for the log; null: it may be shown. `given`: passages and what the till answered. */
export function problemOf(text: string, given: string, instructions: string): string | null {
  if (text.trim().length < 2 || text.length > MOST_CHARS) return 'length';
  const said = text.normalize('NFKC');
  // As it is drawn, too: a raised figure is another number for who reads it.
  if (!plain.test(text) || !plain.test(said)) return 'markup';
  if (address.test(said)) return 'address';
  if (never.test(said)) return 'promise';
  if (inward.test(said) || quotes(said, instructions)) return 'instructions';
  const known = claimsOf(given);
  if ([...claimsOf(said)].some((claim) => !known.has(claim))) return 'number';
  return ungrounded(said, given) ? 'words' : null;
}

function ungrounded(text: string, given: string): boolean {
  const known = new Set(termsOf(given));
  const terms = termsOf(withoutCalendar(text));
  const own = terms.filter((term) => !known.has(term));
  return own.some((term) => weighty.has(term)) || own.length > terms.length * OWN_WORDS;
}

function quotes(text: string, instructions: string): boolean {
  const wordsOf = (of: string) => of.toLowerCase().match(/[a-z]+/g) ?? [];
  const told = ` ${wordsOf(instructions).join(' ')} `;
  const said = wordsOf(text);
  return said.some(
    (_, index) =>
      index + QUOTED <= said.length && told.includes(` ${said.slice(index, index + QUOTED).join(' ')} `),
  );
}
