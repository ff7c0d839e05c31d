/** Texts of a card that are not in content (spec 2 §5). */
export const messages = {
  from: 'from',
  taken: (taken: number, capacity: number) => `${taken} of ${capacity} spots taken`,
} as const;
