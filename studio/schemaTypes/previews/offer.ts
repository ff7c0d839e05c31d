import { withProduct } from '../../../src/config/brand.ts';
import { dollars } from './dollars.ts';

interface Selected {
  name?: string | null;
  price?: number | null;
  available?: boolean | null;
}

/** Returns the preview of an offer, e.g. “Skate party” above “S$480 · on sale”. */
export const offerPreview = ({ name, price, available }: Selected) => ({
  title: withProduct(name ?? 'Unnamed'),
  subtitle: `${dollars(price)} · ${available === false ? 'not on sale' : 'on sale'}`,
});
