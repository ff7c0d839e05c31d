/** An address that Stripe's payment page and mail servers accept. */
export const emailForm = /^[\w+-]+(?:\.[\w+-]+)*@[\da-z]+(?:[.-][\da-z]+)*\.[a-z]{2,}$/iu;
export const EMAIL_MOST = 254;

/** The same check as in `person.ts` without its schema library, for the first script of a page. */
export const isEmail = (text: string): boolean =>
  text.trim().length <= EMAIL_MOST && emailForm.test(text.trim());

/** The age in years from which a person is no longer a child. SQL's limits of ages end there too. */
export const ADULT_AGE = 18;

/** The most people who may collect, and the most emergency contacts, for one child. */
export const MOST_PEOPLE = 6;
