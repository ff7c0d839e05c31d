/**
 * The address that was probably meant, or null; what knows it comes once a first address was typed. Without it nothing
 * is asked.
 */
export const meantBy = (text: string): Promise<string | null> =>
  import('#domain/email-typo.ts').then(
    ({ emailMeant }) => emailMeant(text),
    () => null,
  );
