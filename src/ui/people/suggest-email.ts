/** The code loads when the first address is typed; if that fails, nothing is offered. */
export const suggestEmail = (text: string): Promise<string | null> =>
  import('#domain/email-typo.ts').then(
    ({ fixEmailTypo }) => fixEmailTypo(text),
    () => null,
  );
