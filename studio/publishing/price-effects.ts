import {
  EXTRA_GUEST,
  FOR_SIBLINGS,
  TRANSPORT,
} from '../../supabase/functions/_shared/contract/confirmed-prices.ts';
import { formatMoment, formatMoney } from '../../supabase/functions/_shared/contract/format.ts';
import { plural } from '../../supabase/functions/_shared/contract/plural.ts';
import type { Price } from '../overview/api.ts';
import type { Jump } from '../sale/price-jumps.ts';
import type { KnownUse } from '../sale/useOfferUse.ts';

const PLANNED = 'from ';

/** How often a product was sold. Only members of the project may read this. */
export type SoldCounts = Pick<Price, 'kind' | 'sold' | 'held' | 'in_use' | 'renewing'>;

/** Returns a line such as “Price: S$167 → S$90 (46% less)”. */
export function jumpText({ name, from, to }: Jump): string {
  const priceName = nameOf(name);
  if (from === null) return `${priceName}: ${formatMoney(to)}. It is the first price of this product.`;
  if (from === 0) return `${priceName}: free until now → ${formatMoney(to)}`;
  const percent = Math.round((Math.abs(to - from) / from) * 100);
  return `${priceName}: ${formatMoney(from)} → ${formatMoney(to)} (${percent}% ${to < from ? 'less' : 'more'})`;
}

function nameOf(name: string): string {
  if (name.startsWith(PLANNED)) return `Price from ${formatMoment(name.slice(PLANNED.length))}`;
  if (name.startsWith(TRANSPORT)) return `Transport “${name.slice(TRANSPORT.length)}”`;
  if (name === EXTRA_GUEST) return 'Each further guest';
  if (name === FOR_SIBLINGS) return 'Price for siblings';
  return name === 'listed' ? 'Price' : `Early bird “${name}”`;
}

/** Returns lines that say when published prices take effect, and who still pays the earlier prices. */
export function effectsOf(
  jumps: readonly Jump[],
  use: KnownUse,
  low: number | null,
  sold: SoldCounts | null = null,
): string[] {
  const knownUse = use !== null && use !== 'unknown' ? use : null;
  const isNew = knownUse !== null && !knownUse.on_sale;
  const isPlanned = jumps.every(({ name }) => name.startsWith(PLANNED));
  const when = isPlanned
    ? 'The checkout charges this price from its date, not before.'
    : 'The checkout charges this price within seconds of publishing. Pages follow in a few minutes.';
  return [
    low === null
      ? when
      : isNew
        ? `${formatMoney(low)} is below ${formatMoney(knownUse.floor_cents ?? 0)}, the floor that follows from similar products. Nobody can buy it, and no page shows it, until two admins have approved the price in Management, under System.`
        : `${formatMoney(low)} is below the floor of ${formatMoney(knownUse?.floor_cents ?? 0)}. The checkout and the pages keep the earlier price until two admins have approved the new one in Management, under System.`,
    ...(knownUse && knownUse.coming_camps > 0
      ? [
          `${plural(knownUse.coming_camps, 'upcoming camp')}: ${plural(knownUse.places.taken, 'spot')} sold or held, which keep their price once paid, and ${knownUse.places.open} open.`,
        ]
      : sold
        ? [soldText(sold)]
        : isNew
          ? []
          : ['What is already sold keeps its price.']),
    ...(knownUse?.in_checkout || (sold?.held ?? 0) > 0
      ? [
          isPlanned
            ? `${buyers(sold)} buying this at the checkout now. Families who still hold it on that date keep the earlier price.`
            : `${buyers(sold)} buying this at the checkout now. They are asked to agree to the new price before they pay.`,
        ]
      : []),
    ...(knownUse?.renews || (sold?.renewing ?? 0) > 0
      ? [
          sold && sold.renewing > 0
            ? `${plural(sold.renewing, 'pass renews at its', 'passes renew at their')} earlier price.`
            : 'Passes that renew keep the price at which they were bought.',
        ]
      : []),
  ];
}

/** Returns a line that says how many were sold. These keep the price at which they were bought. */
function soldText({ kind, sold, in_use: inUse }: SoldCounts): string {
  if (sold + inUse === 0) return 'None has been sold yet.';
  return kind === 'pass' || kind === 'team_pass'
    ? `${sold} sold so far, of which ${plural(inUse, 'pass is', 'passes are')} still in use. They keep their price.`
    : `${sold} sold so far, which keep their price.`;
}

const buyers = (sold: SoldCounts | null) =>
  !sold || sold.held === 0
    ? 'Somebody is'
    : sold.held === 1
      ? 'One family is'
      : `${sold.held} of them are held: families are`;
