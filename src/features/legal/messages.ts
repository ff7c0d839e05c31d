export const legalMessages = {
  validFrom: 'Valid from',
  changedOn: 'Last changed',
  /** On pages in another language. */
  inEnglish: 'This text binds in English, so it is shown in English.',
};
