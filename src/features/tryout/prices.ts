import { formatMoney } from '#domain/money.ts';

interface Offer {
  priceCents: number;
  regularCents: number | null;
  validityDays: number | null;
}

/** What texts of the try-out name in brackets. Without a reduction there is nothing regular and nothing saved. */
export function pricesOf({ priceCents, regularCents, validityDays }: Offer): Record<string, string> {
  return {
    price: formatMoney(priceCents),
    ...(validityDays === null ? {} : { days: String(validityDays) }),
    ...(regularCents === null
      ? {}
      : { regular: formatMoney(regularCents), saving: formatMoney(regularCents - priceCents) }),
  };
}
