import type { Camp } from '#contract/camps.ts';
import { formatDays } from '#contract/format.ts';
import type { TierId } from '#contract/tiers.ts';
import { momentOf } from './dates.ts';

/** Rules of camps as they are chosen (spec 2 §3-§5 and §9, decisions "Selling rules"). No I/O, no DOM, no clock. */
export type Source = 'real' | 'simulated' | 'off';

/** A camp as these pages need it. Dates "2026-12-07", times "08:30", money in integer cents. */
export interface CampDate {
  id: string;
  tier: TierId;
  start: string;
  end: string;
  /** Name of the base in content, and as people say it. */
  base: string;
  place: string;
  /** Null while its tier is not published: then it cannot be bought. */
  priceCents: number | null;
  /** Early-bird rung in force, and its places left; `listed`: none; null places: any number. */
  rung: string | null;
  rungLeft: number | null;
  capacity: number;
  /** Paid and held. */
  taken: number;
  from: string;
  until: string;
  /** Years, both included; null: no limit is published. */
  minAge: number | null;
  maxAge: number | null;
}

/** What content says of a package. */
export interface Tier {
  tier: TierId;
  /** Its document, by which the database sells it. */
  offerId: string;
  name: string;
  days: number;
  listedCents: number;
  /** In the order in which they sell; a deadline is a moment, or ''. */
  rungs: {
    id: string;
    name: string;
    priceCents: number;
    deadline: string;
    places: number | null;
    closed: boolean;
  }[];
  /** Names of its bases; the first one is chosen until somebody chooses. */
  bases: string[];
}

/** What `get_camp_prices` says of a camp. */
export interface LivePrice {
  camp_id: string;
  price_cents: number | null;
  rung_id: string | null;
  rung_places_left: number | null;
  spots_left: number;
}

/** Why a camp does not lead to the checkout, with the camp as it is now. */
export type CheckoutObstacle =
  | { code: 'unreachable' }
  /** It is not on sale any more. */
  | { code: 'withdrawn'; camp: null }
  | { code: 'unpriced' | 'full'; camp: CampDate }
  | { code: 'price_changed'; camp: CampDate; priceCents: number };

/** From a row of the database to what the rules know. */
export const campDate = (camp: Camp): CampDate => ({
  id: camp.id,
  tier: camp.tier,
  start: camp.start_date,
  end: camp.end_date,
  base: camp.base ?? '',
  place: camp.location,
  priceCents: camp.price_cents,
  rung: camp.rung_id,
  rungLeft: camp.rung_places_left,
  capacity: camp.capacity,
  taken: camp.current_enrollments,
  // The longer day is part of every package (decisions "Extended day").
  from: (camp.extended_time_start ?? camp.session_time_start).slice(0, 5),
  until: (camp.extended_time_end ?? camp.session_time_end).slice(0, 5),
  minAge: camp.min_age,
  maxAge: camp.max_age,
});

/** "Mon 7 – Wed 9 Dec 2026"; without the year where the dates of one package stand side by side. */
export const datesText = ({ start, end }: Pick<CampDate, 'start' | 'end'>): string => formatDays(start, end);

export const shortDates = (camp: Pick<CampDate, 'start' | 'end'>): string =>
  datesText(camp).replace(/ \d{4}(?= –|$)/g, '');

/** "Spark Camp" is Spark where there is no room. */
export const shortName = ({ name }: Pick<Tier, 'name'>): string => name.replace(/ camp$/i, '');

const DAY_MS = 86_400_000;
/** Until five in the afternoon the camp of that day is still the one that comes (spec 2 §9). */
const SHOWN_UNTIL = '17:00';

/** Days of a camp, the first and the last counted. */
export const daysOf = (start: string, end: string): number =>
  Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1;

/** The first of these starts whose 17:00 in Singapore still lies ahead; null: none does. */
export function shownStart(starts: readonly string[], now: Date): string | null {
  const ahead = starts.filter((start) => Date.parse(momentOf(start, SHOWN_UNTIL)) > now.getTime());
  return ahead.toSorted()[0] ?? null;
}

/** A package's dates: its length, one of its bases, today or later, and each only once a base. */
export function datesOf(camps: readonly CampDate[], tier: Tier, today: string): CampDate[] {
  const fitting = camps.filter(
    ({ tier: id, start, end, base }) =>
      id === tier.tier && daysOf(start, end) === tier.days && start >= today && tier.bases.includes(base),
  );
  const one = new Map<string, CampDate>();
  for (const camp of fitting.toSorted((a, b) => a.start.localeCompare(b.start))) {
    const key = `${camp.base} ${camp.start} ${camp.end}`;
    if (!one.has(key)) one.set(key, camp);
  }
  return [...one.values()];
}

export const datesAt = (dates: readonly CampDate[], base: string): CampDate[] =>
  dates.filter((camp) => camp.base === base);

/** The base that is chosen at first: the tier's first with a date, else its first. */
export const firstBase = (dates: readonly CampDate[], { bases }: Pick<Tier, 'bases'>): string =>
  bases.find((base) => datesAt(dates, base).length > 0) ?? bases[0] ?? '';

export const spotsLeft = ({ capacity, taken }: Pick<CampDate, 'capacity' | 'taken'>): number =>
  Math.max(0, capacity - taken);

/** Published, and with room. */
export const isBookable = (camp: CampDate): boolean => camp.priceCents !== null && spotsLeft(camp) > 0;

/** The cheapest that can be booked, else the cheapest at all: what a package costs before a date is chosen. */
export function cheapest(dates: readonly CampDate[]): CampDate | null {
  const priced = dates.filter(({ priceCents }) => priceCents !== null);
  const open = priced.filter(isBookable);
  const cents = ({ priceCents }: CampDate) => priceCents ?? Infinity;
  return (open.length > 0 ? open : priced).toSorted((a, b) => cents(a) - cents(b))[0] ?? null;
}

/** The specification's fill bars, in percent, for the simulated mode only. */
const SIMULATED_FILL: Readonly<Record<TierId, number>> = { spark: 90, ignite: 50, epic: 33 };

/** How full camps are together, in whole percent, never beyond 100; null: nothing is said. */
export function fillOf(camps: readonly CampDate[], tier: TierId, source: Source): number | null {
  if (source === 'off' || camps.length === 0) return null;
  if (source === 'simulated') return SIMULATED_FILL[tier];
  const { taken, capacity } = totalOf(camps);
  return capacity === 0 ? null : Math.min(100, Math.round((100 * taken) / capacity));
}

export const totalOf = (camps: readonly CampDate[]) => ({
  taken: camps.reduce((sum, camp) => sum + Math.min(camp.taken, camp.capacity), 0),
  capacity: camps.reduce((sum, camp) => sum + camp.capacity, 0),
});

/** The camp of a package in a week, at a base where one is asked for; several bases may fit. */
export const matching = (dates: readonly CampDate[], start: string, base?: string): CampDate[] =>
  dates.filter((camp) => camp.start === start && (base === undefined || camp.base === base));

/** These camps, one of them as it is now: another state of it, or null where it is not on sale any more. */
export const withCamp = (camps: readonly CampDate[], id: string, now: CampDate | null): CampDate[] =>
  camps.flatMap((camp) => (camp.id === id ? (now ?? []) : camp));

/** The weeks in which any camp begins, each once, in order. */
export const weeksOf = (camps: readonly CampDate[]): string[] => [
  ...new Set(camps.map(({ start }) => start).toSorted()),
];

/** With the prices and places of this moment; a camp that is not on sale any more is left out. */
export function withLivePrices(camps: readonly CampDate[], prices: readonly LivePrice[]): CampDate[] {
  const known = new Map(prices.map((price) => [price.camp_id, price]));
  return camps.flatMap((camp) => {
    const live = known.get(camp.id);
    if (!live) return [];
    return {
      ...camp,
      priceCents: live.price_cents,
      rung: live.rung_id,
      rungLeft: live.rung_places_left,
      taken: camp.capacity - live.spots_left,
    };
  });
}
