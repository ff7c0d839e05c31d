interface Selected {
  name?: string;
  price?: number;
  regularPrice?: number;
  available?: boolean;
}

const amount = new Intl.NumberFormat('en-SG', { minimumFractionDigits: 0, maximumFractionDigits: 2 });
const inDollars = (price: number) => `S$${Number.isInteger(price) ? amount.format(price) : price.toFixed(2)}`;

/** "Try-Out" over "S$38, usually S$58 · on sale". */
export function passPreview(
  { name, price, regularPrice, available }: Selected,
  read: (text: string) => string,
) {
  const usual = regularPrice === undefined ? '' : `, usually ${inDollars(regularPrice)}`;
  return {
    title: read(name ?? 'Unnamed pass'),
    subtitle: `${price === undefined ? 'No price' : inDollars(price) + usual} · ${available === false ? 'not on sale' : 'on sale'}`,
  };
}
