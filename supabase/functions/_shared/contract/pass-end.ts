import { formatMoney } from './format.ts';
import type { OrderLineView } from './orders.ts';

/** A pass that renews does so every so many weeks (spec 2 §9). */
export const RENEWAL_WEEKS = 4;

/** Of a pass as it is sold. `priceCents` before any discount: later terms cost that. */
export interface PassTerms {
  renews: boolean;
  priceCents: number;
  sessions: number;
  validityDays: number | null;
}

/** What becomes of a pass at its end; said wherever it can be bought, before it is. */
export function passEnd({ renews, priceCents, sessions, validityDays }: PassTerms): string {
  if (renews) return `Renews every ${RENEWAL_WEEKS} weeks, ${formatMoney(priceCents)}, stop any time`;
  if (sessions === 1 || validityDays === null) return 'Paid once, nothing renews';
  return `Paid once, nothing renews. Unused sessions end after ${validityDays} days`;
}

/** As a row of `offers` has it. */
interface Sold {
  price_cents: number;
  details: {
    renews?: boolean | null | undefined;
    sessions?: number | null | undefined;
    validity_days?: number | null | undefined;
  };
}

export const offerEnd = ({ price_cents, details: { renews, sessions, validity_days } }: Sold): string =>
  passEnd({
    renews: renews === true,
    priceCents: price_cents,
    sessions: sessions ?? 1,
    validityDays: validity_days ?? null,
  });

type Line = Pick<OrderLineView, 'renews' | 'price_cents' | 'sessions' | 'validity_days'>;

/** The ends of an order's passes, each once. */
export const passEnds = (lines: readonly Line[]): string[] => [
  ...new Set(
    lines.flatMap(({ renews, price_cents, sessions, validity_days }) =>
      sessions === null
        ? []
        : [passEnd({ renews, priceCents: price_cents, sessions, validityDays: validity_days })],
    ),
  ),
];

/** The same as a parent agrees to it: in whole sentences, of one pass or of several. */
export function renewalsAgreed(lines: readonly Line[]): string[] {
  const prices = lines.filter(({ renews }) => renews).map(({ price_cents }) => formatMoney(price_cents));
  const often = `renews every ${RENEWAL_WEEKS} weeks`;
  return [...new Set(prices)].map(
    (price) =>
      `${prices.length === 1 ? `My pass ${often} for ${price}` : `Each pass of ${price} ${often}`} by card until I stop it.`,
  );
}
