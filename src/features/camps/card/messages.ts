export const messages = {
  from: 'from',
  /**
   * The count may cover several dates. The text says so, because nobody should read it as one week's
   * count.
   */
  taken: (takenSpots: number, capacity: number, dates: number) =>
    `${takenSpots} of ${capacity} spots taken${dates > 1 ? `, all ${dates} dates together` : ''}`,
} as const;
