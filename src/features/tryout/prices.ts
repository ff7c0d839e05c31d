import { formatMoney } from '#domain/money.ts';

interface Offer {
  priceCents: number;
  regularCents: number | null;
  validityDays: number | null;
}

/**
 * The values fill placeholders in texts about the try-out. Without a reduction there is no regular
 * price and no saving.
 */
export function buildPrices({ priceCents, regularCents, validityDays }: Offer): Record<string, string> {
  return {
    price: formatMoney(priceCents),
    ...(validityDays === null ? {} : { days: String(validityDays) }),
    ...(regularCents === null
      ? {}
      : { regular: formatMoney(regularCents), saving: formatMoney(regularCents - priceCents) }),
  };
}
