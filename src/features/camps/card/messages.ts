export const messages = {
  from: 'from',
  /** `dates`: of how many camps together, so that nobody reads it as that of one week. */
  taken: (taken: number, capacity: number, dates: number) =>
    `${taken} of ${capacity} spots taken${dates > 1 ? `, all ${dates} dates together` : ''}`,
} as const;
