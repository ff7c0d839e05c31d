import { FOR_SIBLINGS } from '../../supabase/functions/_shared/contract/confirmed-prices.ts';
import { formatMoment, formatMoney } from '../../supabase/functions/_shared/contract/format.ts';
import { plural } from '../../supabase/functions/_shared/contract/plural.ts';
import type { Jump } from '../sale/jumps.ts';
import type { KnownUse } from '../sale/useOfferUse.ts';

const PLANNED = 'from ';

/** Returns a line such as “Price: S$167 → S$90 (46% less)”. */
export function jumpText({ name, from, to }: Jump): string {
  const priceName = name.startsWith(PLANNED)
    ? `Price from ${formatMoment(name.slice(PLANNED.length))}`
    : name === 'listed'
      ? 'Price'
      : name === FOR_SIBLINGS
        ? 'Price for siblings'
        : `Early bird “${name}”`;
  const percent = Math.round((Math.abs(to - from) / from) * 100);
  return `${priceName}: ${formatMoney(from)} → ${formatMoney(to)} (${percent}% ${to < from ? 'less' : 'more'})`;
}

/** Says when published prices take effect, and who keeps the earlier prices. */
export function effectsOf(jumps: readonly Jump[], use: KnownUse, low: number | null): string[] {
  const knownUse = use !== null && use !== 'unknown' ? use : null;
  const isPlanned = jumps.every(({ name }) => name.startsWith(PLANNED));
  const when = isPlanned
    ? 'The checkout charges this price from its date, not before.'
    : 'The checkout charges this price within seconds of publishing. Pages follow in a few minutes.';
  return [
    low === null
      ? when
      : `${formatMoney(low)} is below the floor of ${formatMoney(knownUse?.floor_cents ?? 0)}. The checkout keeps the earlier price until two admins have approved the new one in the office, under System.`,
    ...(knownUse && knownUse.coming_camps > 0
      ? [
          `${plural(knownUse.coming_camps, 'upcoming camp')}: ${plural(knownUse.places.taken, 'spot')} sold or held, which keep their price once paid, and ${knownUse.places.open} open.`,
        ]
      : ['What is already sold keeps its price.']),
    ...(knownUse?.in_checkout
      ? [
          isPlanned
            ? 'Somebody is buying this at the checkout now. If they hold it when the date comes, they keep the earlier price.'
            : 'Somebody is buying this at the checkout now. They are asked to agree to the new price before they pay.',
        ]
      : []),
    ...(knownUse?.renews ? ['Passes that renew keep the price at which they were bought.'] : []),
  ];
}
