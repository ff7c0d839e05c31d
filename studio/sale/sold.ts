/** Types that the till sells: publishing one of them changes what families pay. */
export const soldTypes: ReadonlySet<string> = new Set([
  'campTier',
  'pass',
  'holidayPackage',
  'birthdayPackage',
]);

/** May families buy it, as far as the content says? */
export const isOnSale = (published: object | null) =>
  published !== null && !('available' in published && published.available === false);
