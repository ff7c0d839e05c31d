/** Types that the checkout sells; publishing one of them changes what families pay. */
export const soldTypes: ReadonlySet<string> = new Set([
  'campTier',
  'pass',
  'holidayPackage',
  'birthdayPackage',
]);

/** True if families may buy it, as far as content decides. */
export const isOnSale = (published: object | null) =>
  published !== null && !('available' in published && published.available === false);
