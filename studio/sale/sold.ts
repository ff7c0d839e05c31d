/** The checkout sells these types, so publishing such a document changes what families pay. */
export const soldTypes: ReadonlySet<string> = new Set([
  'campTier',
  'pass',
  'holidayPackage',
  'birthdayPackage',
]);

/** True if families can buy it, as far as content decides that. */
export const isOnSale = (published: object | null) =>
  published !== null && !('available' in published && published.available === false);
