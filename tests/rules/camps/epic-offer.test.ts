import { describe, expect, it, test } from 'vitest';
import type { CampDate, Source, Tier } from '#domain/camp.ts';
import { buildEarlyBird } from '#features/epic/early-bird.ts';
import { epicOffer } from '#features/epic/offer.ts';

const camp = { priceCents: 99_000, rungLeft: 2, capacity: 10, taken: 3 };

describe('EPIC’s price', () => {
  it('is the price of the next camp with room, with its early-bird spots', () => {
    const full = { ...camp, priceCents: 89_000, taken: 10 };
    expect(epicOffer([full, camp], 129_000, 99_000)).toEqual({
      listedCents: 129_000,
      priceCents: 99_000,
      placesLeft: 2,
    });
  });
  it('is the listed price without spots once the early bird has ended', () => {
    const listed = { ...camp, priceCents: 129_000, rungLeft: null };
    expect(epicOffer([listed], 129_000, 99_000)).toMatchObject({ priceCents: 129_000, placesLeft: null });
  });
  it('comes from the content if there is no camp', () => {
    expect(epicOffer([], 129_000, 99_000)).toMatchObject({ priceCents: 99_000, placesLeft: null });
    expect(epicOffer([], 129_000, null)).toMatchObject({ priceCents: 129_000 });
  });
});

test.each<[Source, number, number | null]>([
  ['real', 99_000, 2],
  ['simulated', 99_000, 5],
  ['off', 99_000, null],
  ['simulated', 129_000, null],
])(
  'with spots from “%s” and a price of %i cents, the page says that %s are left',
  (places, priceCents, left) => {
    const tier = { tier: 'epic', listedCents: 129_000, rungs: [] } as unknown as Tier;
    const dates = [{ ...camp, priceCents }] as unknown as CampDate[];
    expect(buildEarlyBird({ tier, dates, openCents: null, places }).offer?.placesLeft).toBe(left);
  },
);
