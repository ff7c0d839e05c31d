/** The types that the checkout sells. Publishing such a document changes what families pay. */
export const soldTypes: ReadonlySet<string> = new Set([
  'campTier',
  'pass',
  'holidayPackage',
  'birthdayPackage',
]);

/** Returns whether families can buy a product, as far as the content decides that. */
export const isOnSale = (published: object | null) =>
  published !== null && !('available' in published && published.available === false);
