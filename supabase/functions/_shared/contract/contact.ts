/** An address that a payment page and a mail server take. */
export const emailForm = /^[\w+-]+(?:\.[\w+-]+)*@[\da-z]+(?:[.-][\da-z]+)*\.[a-z]{2,}$/iu;
export const EMAIL_MOST = 254;

/** The same as `person.ts` reads, without its schema library: the first script of a page asks it. */
export const isEmail = (text: string): boolean =>
  text.trim().length <= EMAIL_MOST && emailForm.test(text.trim());

/** Everything here is for children: whoever is this old, in years, is none. SQL's bounds of ages end there too. */
export const ADULT_AGE = 18;

/** Who may collect, and whom we call: of each kind, for one child. */
export const MOST_PEOPLE = 6;
