import { brand } from '#config/brand.ts';
import { cardPath } from './addresses.ts';
import { organizer } from './organization.ts';
import { decimal, thing, type Thing } from './thing.ts';

interface Offered {
  offerId: string;
  name: string;
  description: string;
  summary: string;
  priceCents: number;
  available: boolean;
}

interface Package {
  _id: string;
  name: string;
  description: string | null;
  features: string[] | null;
  priceCents: number;
  available: boolean;
}

/** Returns a birthday or holiday package as `offerProduct` describes it. */
export const offeredPackage = ({ _id, description, features, ...rest }: Package): Offered => ({
  ...rest,
  offerId: _id,
  description: description ?? '',
  summary: (features ?? []).join(' · ') || rest.name,
});

/**
 * Describes a pass or a package. `path` is the page that shows it with its published price. Doctor compares price and
 * `sku` with what the checkout charges (`scripts/launch/steps/page-prices.ts`).
 */
export function offerProduct(pass: Offered, path: string, base: URL | undefined): Thing {
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
