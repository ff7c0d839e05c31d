/** What EPIC costs now (spec 2 §4 "EPIC early bird"). No I/O. */
export interface EpicOffer {
  listedCents: number;
  priceCents: number;
  /** Places left at this price in the next camp; null if there is no limit or nothing is shown. */
  placesLeft: number | null;
}

interface Camp {
  priceCents: number | null;
  rungLeft: number | null;
  capacity: number;
  taken: number;
}

/** `camps` are EPIC's camps by date; `openCents` is the early bird that content has open. */
export function epicOffer(camps: readonly Camp[], listedCents: number, openCents: number | null): EpicOffer {
  const next = camps.find(({ priceCents, capacity, taken }) => priceCents !== null && taken < capacity);
  const priceCents = next?.priceCents ?? openCents ?? listedCents;
  return { listedCents, priceCents, placesLeft: priceCents < listedCents ? (next?.rungLeft ?? null) : null };
}
