/** Texts of choosing a package that are not in content (spec 2 §5). */
export const messages = {
  pickDate: 'Please select a camp date first',
  from: 'from',
  taken: (taken: number, capacity: number) => `${taken} of ${capacity} spots taken`,
} as const;
