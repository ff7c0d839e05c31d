/**
 * Returns a corrected address, if one looks mistyped. The code is loaded when the first address is typed. If that
 * fails, there are no suggestions.
 */
export const suggestEmail = (text: string): Promise<string | null> =>
  import('#domain/email-typo.ts').then(
    ({ fixEmailTypo }) => fixEmailTypo(text),
    () => null,
  );
