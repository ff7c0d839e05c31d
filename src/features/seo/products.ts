import { brand } from '#config/brand.ts';
import { cardPath } from './addresses.ts';
import { organizer } from './organization.ts';
import { decimal, thing, type Thing } from './thing.ts';

interface Pass {
  offerId: string;
  name: string;
  description: string;
  summary: string;
  priceCents: number;
  available: boolean;
}

/** Describes a pass. `path` is the page that shows it with its published price. */
export function passProduct(pass: Pass, path: string, base: URL | undefined): Thing {
  const url = new URL(path, base).href;
  return thing('Product', {
    name: pass.name,
    description: pass.description || pass.summary,
    sku: pass.offerId,
    image: new URL(cardPath(path), base).href,
    brand: thing('Brand', { name: brand.name }),
    offers: thing('Offer', {
      price: decimal(pass.priceCents),
      priceCurrency: brand.currency,
      availability: `https://schema.org/${pass.available ? 'InStock' : 'OutOfStock'}`,
      url,
      seller: organizer(base),
    }),
  });
}
