/**
 * Names stand in our mails as somebody typed them, and who typed may be a stranger to whoever reads: "Your refund of
 * S$312 is ready: evil.example" is a name too. What mail programs turn into a link, numbers to call and amounts of
 * money are never anybody's name.
 */
const NO_NAME = [
  // Control and direction characters, an address, a path, markup, an amount.
  /[\p{Cc}\p{Cf}@/\\:;<>|{}[\]=#%*_~^"?!$€£¥₹₩]/u,
  // A domain, with whatever dot: "J. R. Tan" and "Mohd. Ali" have a space after theirs.
  /[.。․‧]\p{L}{2}/u,
  /\bwww\b/iu,
  // A telephone number, and "S 312".
  /\d[\d\s.,()-]*\d/u,
  /\b(sgd|usd|eur|gbp|myr)\b/iu,
];
const LONGEST = 60;
const MOST_WORDS = 8;

/** A name as a mail may show it, or null when it is none. */
export function plainName(typed: string | null | undefined): string | null {
  // Wide letters and look-alike dots are read as what they look like.
  const name = (typed ?? '').normalize('NFKC').trim();
  // "Anand s/o Raju": son of, daughter of.
  const signs = name.replace(/ [sd]\/o /giu, ' ');
  if (name === '' || name.length > LONGEST || name.split(/\s+/).length > MOST_WORDS) return null;
  return NO_NAME.some((sign) => sign.test(signs)) ? null : name;
}

/** How every mail begins. The whole name: "Lim Wei Ming" and "Mei Tan" carry the family's name at different ends. */
export function greeting(typed: string | null | undefined): string {
  const name = plainName(typed);
  return name === null ? 'Hello,' : `Hi ${name},`;
}
