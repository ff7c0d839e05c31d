import { plural } from '#contract/plural.ts';

/** Where the numbers come from. The rules follow spec 2 §4 and §9 and decisions "Truth in selling". */
export type Source = 'real' | 'simulated' | 'off';

export interface Entry {
  title: string;
  place: string;
  when: string;
}

export interface Booking {
  title: string;
  class_type: string;
  location: string;
  minutes_ago: number;
}

export function entryOf({ title, location, minutes_ago }: Booking): Entry {
  return { title: `A family booked ${title}`, place: location, when: formatAgo(minutes_ago) };
}

export function formatAgo(minutes: number): string {
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${plural(minutes, 'minute')} ago`;
  if (minutes < 1_440) return `${plural(Math.floor(minutes / 60), 'hour')} ago`;
  return `${plural(Math.floor(minutes / 1_440), 'day')} ago`;
}

export const removeRepeats = (entries: readonly Entry[]): Entry[] => [
  ...new Map(entries.map((entry) => [Object.values(entry).join('|'), entry])).values(),
];

/** Returns a shuffled copy. `random` works like `Math.random`. */
export function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ thing: item, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ thing }) => thing);
}

/** Returns invented entries with a first name, an area and an offer. None of these is repeated. */
export function inventEntries(
  total: number,
  texts: { names: readonly string[]; areas: readonly string[]; offers: readonly string[] },
  random: () => number,
): Entry[] {
  const combinations = texts.names.flatMap((name) =>
    texts.areas.flatMap((area) =>
      texts.offers.map((offer) => ({
        title: `${name} booked ${offer}`,
        place: area,
        when: formatAgo(1 + Math.floor(random() * 55)),
      })),
    ),
  );
  return shuffle(combinations, random).slice(0, total);
}

const SIMULATED_START: Readonly<Record<string, number>> = { 'Orchard Central': 15, 'East Coast': 12 };
const SIMULATED_ELSEWHERE = 7;

/** Returns the number with which the simulated counter of a base starts. */
export const simulatedViewers = (place: string): number => SIMULATED_START[place] ?? SIMULATED_ELSEWHERE;

export const nextSimulated = (viewers: number, random: () => number): number =>
  viewers + 1 + Math.floor(random() * 2);
