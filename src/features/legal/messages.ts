export const legalMessages = {
  validFrom: 'Valid from',
  changedOn: 'Last changed',
  /** Pages in another language show this sentence. */
  inEnglish: 'This text binds in English, so it is shown in English.',
};
