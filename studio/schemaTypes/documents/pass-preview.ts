/** Fields that the preview selects: null or missing while nobody has filled them in. */
interface Selected {
  name?: string | null;
  price?: number | null;
  regularPrice?: number | null;
  available?: boolean | null;
}

const amount = new Intl.NumberFormat('en-SG', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const inDollars = (price: number) => `S$${amount.format(price).replace(/\.00$/, '')}`;

/** “Try-Out” over “S$38, usually S$58 · on sale”. */
export function passPreview(selected: Selected, read: (text: string) => string) {
  const { name, price, regularPrice, available } = selected;
  const usual = typeof regularPrice === 'number' ? `, usually ${inDollars(regularPrice)}` : '';
  const cost = typeof price === 'number' ? inDollars(price) + usual : 'No price';
  return {
    title: read(name ?? 'Unnamed pass'),
    subtitle: `${cost} · ${available === false ? 'not on sale' : 'on sale'}`,
  };
}
