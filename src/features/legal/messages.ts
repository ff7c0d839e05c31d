export const legalMessages = {
  validFrom: 'Valid from',
  changedOn: 'Last changed',
  /** Pages in another language show this sentence. */
  inEnglish: 'Only the English text is binding, so we show it in English.',
};
