import { formatMoment, formatMoney, toCents } from '../../supabase/functions/_shared/contract/format.ts';
import { plural } from '../../supabase/functions/_shared/contract/plural.ts';

/** Fields of a document being edited, all of which may be missing. */
export interface PricedDocument {
  price?: unknown;
  regularPrice?: unknown;
  rungs?: unknown;
}

export interface ShownPrice {
  name: string;
  /** Such as “S$449 · save S$100 · 5 places · until 1 Dec 2026”. */
  words: string;
}

const inDollars = (dollars: number) => formatMoney(toCents(dollars));

/** What parents will read for each rung and for the price after them. Incomplete rungs are left out. */
export function parentsSee({ price, regularPrice, rungs }: PricedDocument): ShownPrice[] {
  if (!isPrice(price)) return [];
  const early = readRungs(rungs).map((rung) => ({ name: rung.name, words: rungMessage(rung, price) }));
  const instead = isPrice(regularPrice) && regularPrice > price;
  const words = instead
    ? `${inDollars(price)} instead of ${inDollars(regularPrice)} · save ${inDollars(regularPrice - price)}`
    : inDollars(price);
  return [...early, { name: early.length > 0 ? 'After that' : 'Price', words }];
}

interface Rung {
  name: string;
  price: number;
  places: number | null;
  deadline: string | null;
  closed: boolean;
}

function readRungs(rungs: unknown): Rung[] {
  return (Array.isArray(rungs) ? (rungs as unknown[]) : []).flatMap((rung) => {
    if (typeof rung !== 'object' || rung === null) return [];
    const { name, price, places, deadline, closed } = rung as Record<string, unknown>;
    if (!isPrice(price)) return [];
    return [
      {
        name: typeof name === 'string' && name ? name : 'Early bird',
        price,
        places: typeof places === 'number' ? places : null,
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
    rung.deadline === null ? null : `until ${dayOf(rung.deadline)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Such as `1 Dec 2026`. */
const dayOf = (moment: string) => formatMoment(moment).replace(/^\S+ |,.*$/g, '');
const places = (count: number) => plural(count, 'place');
const isPrice = (value: unknown): value is number => typeof value === 'number' && value > 0;
