/**
 * The brand in one place (decisions "The brand"). A provider renames the product by editing this file; content writes
 * `{product}` for the product's name.
 */
export const brand = {
  /** Name of the provider as parents see it. */
  name: 'Otter Trails',
  /** The product's name in text, which replaces `{product}`. */
  product: 'Otter',
  /** The product's name in paths, identifiers and storage keys. */
  slug: 'otter',
  /** First letters of an order number: `OT-4K7M`. */
  orderPrefix: 'OT',
  timeZone: 'Asia/Singapore',
  locale: 'en-SG',
  currency: 'SGD',
} as const;

/** Inserts the product's name into content: "White {product}" becomes "White Otter". */
export function withProduct(text: string): string {
  return text.replaceAll('{product}', brand.product);
}
