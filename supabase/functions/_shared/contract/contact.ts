/**
 * An address that mail servers accept (RFC 5321, without quoted local parts and addresses of numbers). SQL has the same
 * rule: `private.is_email`.
 */
export const emailForm =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[\da-z](?:[\da-z-]*[\da-z])?\.)+(?:[a-z]{2,}|xn--[\da-z-]*[\da-z])$/iu;
export const EMAIL_MOST = 254;

/**
 * A typed or pasted text in lower case, without invisible characters, with plain apostrophes (phones write typographic
 * ones) and with letters and digits of usual width.
 */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[‘’ʼ]/g, "'")
    .trim()
    .toLowerCase();

/** A typed or pasted address as it is stored. */
export const readEmail = (typed: string): string => plainText(typed);

/** The same check as in `person.ts` without its schema library, for the first script of a page. */
export const isEmail = (text: string): boolean => {
  const email = readEmail(text);
  return email.length <= EMAIL_MOST && emailForm.test(email);
};

/** The age in years from which a person is no longer a child. SQL's limits of ages end there too. */
export const ADULT_AGE = 18;

/** The most people who may collect, and the most emergency contacts, for one child. */
export const MOST_PEOPLE = 6;
