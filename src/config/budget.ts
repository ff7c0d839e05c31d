const KB = 1000;

/** The size limits of a public page, in compressed bytes as current browsers fetch them (`npm run budget`). */
export const budget = {
  /** The document with its styles, the logo's font and the page's icons: as separate files they need more requests. */
  html: 32 * KB,
  /** Scripts that load before anybody touches the page. */
  script: 10 * KB,
  /** For pages with an island or a guest's form in the first view, which people use rather than read. */
  islandScript: 100 * KB,
  fonts: 24 * KB,
  /** Pictures in the first view of a phone. */
  pictures: 150 * KB,
} as const;

export const kilobytes = (bytes: number) => (bytes / KB).toFixed(1);
