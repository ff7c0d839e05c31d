/** What EPIC costs now (spec 2 §4 "EPIC early bird"). */
export interface EpicOffer {
  listedCents: number;
  priceCents: number;
  /** The spots left at this price in the next camp. Null if there is no limit, or if the number is not shown. */
  placesLeft: number | null;
}

interface Camp {
  priceCents: number | null;
  rungLeft: number | null;
  capacity: number;
  taken: number;
}

/**
 * Returns the offer. `camps` must be sorted by date. `openCents` is the early-bird price that is open according to
 * content.
 */
export function epicOffer(camps: readonly Camp[], listedCents: number, openCents: number | null): EpicOffer {
  const next = camps.find(({ priceCents, capacity, taken }) => priceCents !== null && taken < capacity);
  const priceCents = next?.priceCents ?? openCents ?? listedCents;
  return { listedCents, priceCents, placesLeft: priceCents < listedCents ? (next?.rungLeft ?? null) : null };
}
