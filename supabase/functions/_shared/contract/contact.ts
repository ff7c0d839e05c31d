/** An address that mail servers accept (RFC 5321). `private.is_email` in SQL has the same rule. */
export const emailForm =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[\da-z](?:[\da-z-]*[\da-z])?\.)+(?:[a-z]{2,}|xn--[\da-z-]*[\da-z])$/iu;
/** The longest address, in characters. */
export const EMAIL_MAX = 254;

/**
 * Returns text without the typographic apostrophes that phones write, and the invisible characters and wide letters of
 * pasted text.
 */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[‘’ʼ]/g, "'")
    .trim()
    .toLowerCase();

/** The address as it is saved and compared. */
export const readEmail = (typed: string): string => plainText(typed);

/** The same check as in `person.ts`, but without the schema library, for the first script of a page. */
export const isEmail = (text: string): boolean => {
  const email = readEmail(text);
  return email.length <= EMAIL_MAX && emailForm.test(email);
};

/** The age in years from which a person is no longer a child. Age limits in SQL end there, too. */
export const ADULT_AGE = 18;

/** The most emergency contacts that a child may have, and the most people who may collect it. */
export const MAX_PEOPLE = 6;
