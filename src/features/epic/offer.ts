/** What EPIC costs now (spec 2 §4 "EPIC early bird"). No I/O. */
export interface EpicOffer {
  listedCents: number;
  priceCents: number;
  /** At this price, of the next camp; null: any number, or nothing is said. */
  placesLeft: number | null;
}

interface Camp {
  priceCents: number | null;
  rungLeft: number | null;
  capacity: number;
  taken: number;
}

/**
 * By the next camp with room, else by what content leaves open. `camps` are EPIC's in order of their dates, `openCents`
 * the early bird that content leaves open, if any.
 */
export function epicOffer(camps: readonly Camp[], listedCents: number, openCents: number | null): EpicOffer {
  const next = camps.find(({ priceCents, capacity, taken }) => priceCents !== null && taken < capacity);
  const priceCents = next?.priceCents ?? openCents ?? listedCents;
  return { listedCents, priceCents, placesLeft: priceCents < listedCents ? (next?.rungLeft ?? null) : null };
}
