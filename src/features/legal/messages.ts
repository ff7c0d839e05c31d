export const legalMessages = {
  validFrom: 'Valid from',
  changedOn: 'Last changed',
  /** A sentence for pages in another language. */
  inEnglish: 'Only the English text is binding, so we show it in English.',
};
