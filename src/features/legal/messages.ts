export const legalMessages = {
  /** On pages in another language. */
  inEnglish: 'This text binds in English, so it is shown in English.',
};
