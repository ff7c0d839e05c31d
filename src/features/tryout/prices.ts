import { formatMoney } from '#domain/money.ts';

interface Offer {
  priceCents: number;
  regularCents: number | null;
  validityDays: number | null;
}

/**
 * Returns the values of placeholders in texts about the try-out. If there is no reduction, there is no regular price
 * and no saving.
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
