import { campHours, type Camp } from '#contract/camps.ts';
import { formatDays } from '#contract/format.ts';
import { factsOf, type TierId } from '#contract/tiers.ts';
import { momentOf } from './dates.ts';

/*
 * The rules for choosing camps (spec 2 §3-§5 and §9, decisions "Selling rules"). They use neither the network, the DOM
 * nor the clock.
 */

/** Where a widget gets its numbers from. */
export type Source = 'real' | 'simulated' | 'off';

/**
 * A camp as the pages about camps need it. Dates look like "2026-12-07" and times like "08:30". Money is in integer
 * cents.
 */
export interface CampDate {
  id: string;
  tier: TierId;
  start: string;
  end: string;
  base: string;
  place: string;
  /** The price in cents. Null while the camp's tier is not published. The camp then cannot be bought. */
  priceCents: number | null;
  /** The current early-bird rung, or `listed` for the listed price. */
  rung: string | null;
  /** The number of spots left at this price, or null if there is no limit. */
  rungLeft: number | null;
  capacity: number;
  taken: number;
  from: string;
  until: string;
  /** The youngest and the oldest age in years, both inclusive. Null means that there is no limit. */
  minAge: number | null;
  maxAge: number | null;
}

export interface Tier {
  tier: TierId;
  offerId: string;
  name: string;
  days: number;
  listedCents: number;
  /** The rungs in the order in which they sell. A deadline is an ISO time or ''. */
  rungs: {
    id: string;
    name: string;
    priceCents: number;
    deadline: string;
    places: number | null;
    closed: boolean;
  }[];
  /** The first base is selected by default. */
  bases: string[];
}

export interface LivePrice {
  camp_id: string;
  price_cents: number | null;
  rung_id: string | null;
  rung_places_left: number | null;
  spots_left: number;
}

/** Why a camp cannot be booked, with the camp's current state. */
export type BlockedReason =
  | { code: 'unreachable' }
  | { code: 'withdrawn'; camp: null }
  | { code: 'unpriced' | 'full'; camp: CampDate }
  | { code: 'price_changed'; camp: CampDate; priceCents: number };

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
  ...campHours(camp),
  minAge: camp.min_age,
  maxAge: camp.max_age,
});

/** Returns for example "Mon 7 – Wed 9 Dec 2026". */
export const datesText = ({ start, end }: Pick<CampDate, 'start' | 'end'>): string => formatDays(start, end);

/** Returns the dates without the year, for dates of one package that are side by side. */
export const shortDates = (camp: Pick<CampDate, 'start' | 'end'>): string =>
  datesText(camp).replace(/ \d{4}(?= –|$)/g, '');

/** Shortens a name such as "Spark Camp" to "Spark" for small spaces. */
export const shortName = ({ name }: Pick<Tier, 'name'>): string => name.replace(/ camp$/i, '');

const DAY_MS = 86_400_000;
/** A camp counts as upcoming until this time of its first day (spec 2 §9). */
const SHOWN_UNTIL = '17:00';

export const daysOf = (start: string, end: string): number =>
  Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1;

/** Returns the first start date whose 17:00 in Singapore has not passed, or null. */
export function shownStart(starts: readonly string[], now: Date): string | null {
  const ahead = starts.filter((start) => Date.parse(momentOf(start, SHOWN_UNTIL)) > now.getTime());
  return ahead.toSorted()[0] ?? null;
}

/**
 * Returns the dates of a package. They are camps of its length at its bases from today on, without duplicates at a
 * base.
 */
export function datesOfTier(
  camps: readonly CampDate[],
  tier: Pick<Tier, 'tier' | 'days' | 'bases'>,
  today: string,
): CampDate[] {
  const fittingCamps = camps.filter(
    ({ tier: id, start, end, base }) =>
      id === tier.tier && daysOf(start, end) === tier.days && start >= today && tier.bases.includes(base),
  );
  const campsByKey = new Map<string, CampDate>();
  for (const camp of fittingCamps.toSorted((a, b) => a.start.localeCompare(b.start))) {
    const key = `${camp.base} ${camp.start} ${camp.end}`;
    if (!campsByKey.has(key)) campsByKey.set(key, camp);
  }
  return [...campsByKey.values()];
}

export const datesAt = (dates: readonly CampDate[], base: string): CampDate[] =>
  dates.filter((camp) => camp.base === base);

/** Returns the base that is selected first. It is the tier's first base that has a date, or else its first base. */
export const firstBase = (dates: readonly CampDate[], { bases }: Pick<Tier, 'bases'>): string =>
  bases.find((base) => datesAt(dates, base).length > 0) ?? bases[0] ?? '';

export const spotsLeft = ({ capacity, taken }: Pick<CampDate, 'capacity' | 'taken'>): number =>
  Math.max(0, capacity - taken);

export const isBookable = (camp: CampDate): boolean => camp.priceCents !== null && spotsLeft(camp) > 0;

/**
 * Returns the camp whose price a package shows before a date is chosen. It is the cheapest camp that can be booked, or
 * else the cheapest one.
 */
export function cheapest(dates: readonly CampDate[]): CampDate | null {
  const priced = dates.filter(({ priceCents }) => priceCents !== null);
  const open = priced.filter(isBookable);
  const cents = ({ priceCents }: CampDate) => priceCents ?? Infinity;
  return (open.length > 0 ? open : priced).toSorted((a, b) => cents(a) - cents(b))[0] ?? null;
}

/** Returns how full these camps are together, in whole per cent up to 100. Returns null if nothing is to be shown. */
export function fillOf(camps: readonly CampDate[], tier: TierId, source: Source): number | null {
  if (source === 'off' || camps.length === 0) return null;
  if (source === 'simulated') return factsOf(tier).simulated?.fillPercent ?? null;
  const { taken, capacity } = totalOf(camps);
  return capacity === 0 ? null : Math.min(100, Math.round((100 * taken) / capacity));
}

/** Returns how many free spots are shown for a tier. Returns null if no number is shown. */
export function placesShown(freeSpots: number | null, tier: TierId, source: Source): number | null {
  if (source === 'off') return null;
  return source === 'simulated' ? (factsOf(tier).simulated?.places ?? freeSpots) : freeSpots;
}

export const totalOf = (camps: readonly CampDate[]) => ({
  taken: camps.reduce((sum, camp) => sum + Math.min(camp.taken, camp.capacity), 0),
  capacity: camps.reduce((sum, camp) => sum + camp.capacity, 0),
});

/** Returns the camps of a package that start on this day. If a base is given, only those at that base. */
export const campsStarting = (dates: readonly CampDate[], start: string, base?: string): CampDate[] =>
  dates.filter((camp) => camp.start === start && (base === undefined || camp.base === base));

export const withCamp = (camps: readonly CampDate[], id: string, now: CampDate | null): CampDate[] =>
  camps.flatMap((camp) => (camp.id === id ? (now ?? []) : camp));

export const weeksOf = (camps: readonly CampDate[]): string[] => [
  ...new Set(camps.map(({ start }) => start).toSorted()),
];

export function withLivePrices(camps: readonly CampDate[], prices: readonly LivePrice[]): CampDate[] {
  const pricesById = new Map(prices.map((price) => [price.camp_id, price]));
  return camps.flatMap((camp) => {
    const live = pricesById.get(camp.id);
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
