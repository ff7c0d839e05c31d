import { formatMoney } from './format.ts';
import type { OrderLineView } from './orders.ts';

/** The weeks from one renewal of a pass to the next (spec 2 §9). */
export const RENEWAL_WEEKS = 4;

/** The terms of a pass on sale. `priceCents` is the price before any discount, which is what renewals cost. */
export interface PassTerms {
  renews: boolean;
  priceCents: number;
  sessions: number;
  validityDays: number | null;
}

/** Returns for example `Renews every 4 weeks, S$120, stop any time`. */
export function passEnd({ renews, priceCents, sessions, validityDays }: PassTerms): string {
  if (renews) return `Renews every ${RENEWAL_WEEKS} weeks, ${formatMoney(priceCents)}, stop any time`;
  if (sessions === 1 || validityDays === null) return 'Paid once, nothing renews';
  return `Paid once, nothing renews. Unused sessions end after ${validityDays} days`;
}

interface Sold {
  price_cents: number;
  details: {
    renews?: boolean | null | undefined;
    sessions?: number | null | undefined;
    validity_days?: number | null | undefined;
  };
}

/** Returns the same sentence for a row of `offers`. */
export const offerEnd = ({ price_cents, details: { renews, sessions, validity_days } }: Sold): string =>
  passEnd({
    renews: renews === true,
    priceCents: price_cents,
    sessions: sessions ?? 1,
    validityDays: validity_days ?? null,
  });

type Line = Pick<OrderLineView, 'renews' | 'price_cents' | 'sessions' | 'validity_days'>;

/** Returns the sentences for all passes of an order, each sentence once. */
export const passEnds = (lines: readonly Line[]): string[] => [
  ...new Set(
    lines.flatMap(({ renews, price_cents, sessions, validity_days }) =>
      sessions === null
        ? []
        : [passEnd({ renews, priceCents: price_cents, sessions, validityDays: validity_days })],
    ),
  ),
];

/** Returns the sentences that a parent agrees to before paying for passes that renew. */
export function renewalsAgreed(lines: readonly Line[]): string[] {
  const prices = lines.filter(({ renews }) => renews).map(({ price_cents }) => formatMoney(price_cents));
  const often = `renews every ${RENEWAL_WEEKS} weeks`;
  return [...new Set(prices)].map(
    (price) =>
      `${prices.length === 1 ? `My pass ${often} for ${price}` : `Each pass of ${price} ${often}`} by card until I stop it.`,
  );
}
