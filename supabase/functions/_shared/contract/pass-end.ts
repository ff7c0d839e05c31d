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

/** Those that are charged again. */
export const renewals = (lines: readonly Line[]): string[] => passEnds(lines.filter(({ renews }) => renews));
