/** Texts of choosing a package that are not in content (spec 2 §5). */
export const messages = {
  pickDate: 'Please select a camp date first',
} as const;
