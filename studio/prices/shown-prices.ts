import { formatMoment, formatMoney, toCents } from '../../supabase/functions/_shared/contract/format.ts';
import {
  dueAt,
  isShowing,
  type PlannedPrice,
} from '../../supabase/functions/_shared/contract/selling-rules/planned.ts';
import { plural } from '../../supabase/functions/_shared/contract/plural.ts';

export interface PricedDocument {
  price?: unknown;
  regularPrice?: unknown;
  rungs?: unknown;
  plannedPrices?: unknown;
}

export interface ShownPrice {
  name: string;
  /** A line such as “S$449 · save S$100 · 5 places · until 1 Dec 2026”. */
  words: string;
}

const inDollars = (dollars: number) => formatMoney(toCents(dollars));

/** Returns the prices that parents see for a document now, and those that are planned for later. */
export function shownPrices(
  { price: base, regularPrice, rungs, plannedPrices }: PricedDocument,
  now = new Date(),
): ShownPrice[] {
  if (!isPrice(base)) return [];
  const planned = (Array.isArray(plannedPrices) ? plannedPrices : []) as PlannedPrice[];
  const price = dueAt({ plannedPrices: planned }, now)?.price ?? base;
  const earlyBirds = readRungs(rungs).map((rung) => ({ name: rung.name, words: rungMessage(rung, price) }));
  const instead = isPrice(regularPrice) && regularPrice > price;
  const words = instead
    ? `${inDollars(price)} instead of ${inDollars(regularPrice)} · save ${inDollars(regularPrice - price)}`
    : inDollars(price);
  const later = planned.flatMap(({ from, price: dollars }) =>
    from && isPrice(dollars) && !isShowing({ from }, now)
      ? [{ name: `From ${formatMoment(from)}`, words: inDollars(dollars) }]
      : [],
  );
  return [...earlyBirds, { name: earlyBirds.length > 0 ? 'After that' : 'Price', words }, ...later];
}

interface Rung {
  name: string;
  price: number;
  places: number | null;
  from: string | null;
  deadline: string | null;
  closed: boolean;
}

function readRungs(rungs: unknown): Rung[] {
  return (Array.isArray(rungs) ? (rungs as unknown[]) : []).flatMap((rung) => {
    if (typeof rung !== 'object' || rung === null) return [];
    const { name, price, places, from, deadline, closed } = rung as Record<string, unknown>;
    if (!isPrice(price)) return [];
    return [
      {
        name: typeof name === 'string' && name ? name : 'Early bird',
        price,
        places: typeof places === 'number' ? places : null,
        from: typeof from === 'string' && !Number.isNaN(Date.parse(from)) ? from : null,
        deadline: typeof deadline === 'string' && !Number.isNaN(Date.parse(deadline)) ? deadline : null,
        closed: closed === true,
      },
    ];
  });
}

function rungMessage(rung: Rung, listed: number): string {
  if (rung.closed) return `${inDollars(rung.price)} · sold out`;
  return [
    inDollars(rung.price),
    rung.price < listed ? `save ${inDollars(listed - rung.price)}` : 'saves nothing',
    rung.places === null ? null : places(rung.places),
    rung.from === null ? null : `from ${dayOf(rung.from)}`,
    rung.deadline === null ? null : `until ${dayOf(rung.deadline)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Returns a date such as `1 Dec 2026`. */
const dayOf = (moment: string) => formatMoment(moment).replace(/^\S+ |,.*$/g, '');
const places = (count: number) => plural(count, 'place');
const isPrice = (value: unknown): value is number => typeof value === 'number' && value > 0;
