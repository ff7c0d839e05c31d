const KB = 1000;

/** Size limits of a public page, in compressed bytes as current browsers load them (`npm run budget`). */
export const budget = {
  /** The document with its styles, the logo's font and its icons. As separate files, they would need more requests. */
  html: 32 * KB,
  /** Scripts that load before anybody touches the page. */
  script: 10 * KB,
  /** The limit for pages whose first view has an island or a guest's form, which people use rather than read. */
  islandScript: 100 * KB,
  /** The script on partners' sites, which delays pages that are not ours. */
  embedScript: 2 * KB,
  fonts: 20 * KB,
  /** Pictures in the first view on a phone. */
  pictures: 150 * KB,
} as const;

export const kilobytes = (bytes: number) => (bytes / KB).toFixed(1);
