import { say } from './say.ts';

/**
 * A stranger may have typed the name, for example "Your refund of S$312 is ready: evil.example". Text that mail
 * programs turn into links or phone numbers is therefore never shown as a name.
 */
const NO_NAME = [
  // This matches control and direction characters, and the signs of an address, a path, markup or an amount.
  /[\p{Cc}\p{Cf}@/\\:;<>|{}[\]=#%*_~^"?!$€£¥₹₩]/u,
  // This matches a domain, with any kind of dot. In "J. R. Tan" and "Mohd. Ali", a space follows the dot.
  /[.。․‧]\p{L}{2}/u,
  /\bwww\b/iu,
  // This matches a telephone number, and "S 312".
  /\d[\d\s.,()-]*\d/u,
  /\b(sgd|usd|eur|gbp|myr)\b/iu,
];
const LONGEST = 60;
const MAX_WORDS = 8;

/** Returns a name as a mail may show it, or null if the text is not a name. */
export function plainName(typed: string | null | undefined): string | null {
  // Wide letters and look-alike dots are converted to the characters that they resemble.
  const name = (typed ?? '').normalize('NFKC').trim();
  // A name such as "Anand s/o Raju" contains the sign for "son of" or "daughter of".
  const signs = name.replace(/ [sd]\/o /giu, ' ');
  if (name === '' || name.length > LONGEST || name.split(/\s+/).length > MAX_WORDS) return null;
  return NO_NAME.some((sign) => sign.test(signs)) ? null : name;
}

/**
 * Returns the greeting with the whole name, because "Lim Wei Ming" and "Mei Tan" have the family name at different
 * ends.
 */
export function greeting(typed: string | null | undefined): string {
  const name = plainName(typed);
  return name === null ? say`Hello,` : say`Hi ${name},`;
}
