import { dollars } from './dollars.ts';

interface Selected {
  name?: string | null;
  price?: number | null;
  regularPrice?: number | null;
  available?: boolean | null;
}

/** Returns the preview of a pass, e.g. “Try-Out” above “S$38, usually S$58 · on sale”. */
export function passPreview(selected: Selected, read: (text: string) => string) {
  const { name, price, regularPrice, available } = selected;
  const usual = typeof regularPrice === 'number' ? `, usually ${dollars(regularPrice)}` : '';
  const cost = typeof price === 'number' ? dollars(price) + usual : 'No price';
  return {
    title: read(name ?? 'Unnamed pass'),
    subtitle: `${cost} · ${available === false ? 'not on sale' : 'on sale'}`,
  };
}
