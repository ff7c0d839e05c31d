/**
 * The address that was probably meant, or null. The code loads when the first address is typed; if it fails to load,
 * nothing is offered.
 */
export const suggestEmail = (text: string): Promise<string | null> =>
  import('#domain/email-typo.ts').then(
    ({ fixEmailTypo }) => fixEmailTypo(text),
    () => null,
  );
