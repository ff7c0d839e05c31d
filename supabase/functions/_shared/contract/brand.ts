/**
 * The brand's names and settings (docs/decisions "The brand"). The content writes `{product}` for the product's name.
 */
export const brand = {
  name: 'Otter Trails',
  product: 'Otter',
  slug: 'otter',
  orderPrefix: 'OT',
  timeZone: 'Asia/Singapore',
  locale: 'en-SG',
  currency: 'SGD',
} as const;

/** Inserts the product's name into content: "White {product}" becomes "White Otter". */
export function withProduct(text: string): string {
  return text.replaceAll('{product}', brand.product);
}
