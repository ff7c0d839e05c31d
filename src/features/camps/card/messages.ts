export const messages = {
  from: 'from',
  /**
   * The count may cover several dates. If so, the text says it, because nobody should read it as the count of one
   * week.
   */
  taken: (takenSpots: number, capacity: number, dates: number) =>
    `${takenSpots} of ${capacity} spots taken${dates > 1 ? `, across all ${dates} dates` : ''}`,
} as const;
