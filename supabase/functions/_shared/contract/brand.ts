/**
 * The brand, once (decisions "The brand"). A provider renames the product by editing this file;
 * content writes `{product}` where the word belongs to the product.
 */
export const brand = {
  /** Name of the provider, as parents read it. */
  name: 'Otter Trails',
  /** Product word in text: `{product}` becomes this. */
  product: 'Otter',
  /** Product word in paths, identifiers and storage keys. */
  slug: 'otter',
  /** First letters of an order number: `OT-4K7M`. */
  orderPrefix: 'OT',
  timeZone: 'Asia/Singapore',
  locale: 'en-SG',
  currency: 'SGD',
} as const;

/** Fills the product word into content: "White {product}" becomes "White Otter". */
export function withProduct(text: string): string {
  return text.replaceAll('{product}', brand.product);
}
