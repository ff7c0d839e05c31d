import { openRung } from '#content/camp-tiers.ts';
import { rungsOf } from '#domain/camp-price.ts';
import { campWords, rungWords } from '#ui/camps/words.ts';
import { epicOffer } from '#features/epic/offer.ts';
import { loadLanding } from './_landing.ts';

/** EPIC's current price and its rungs; the offer is null if content does not sell it. */
export async function loadEpicOffer() {
  const { packages, source, site } = await loadLanding();
  const epic = packages.find(({ tier }) => tier.tier === 'epic');
  if (!epic) return { site, offer: null, rungs: [] };
  const { content, tier, dates } = epic;
  const next =
    dates.find(({ priceCents, capacity, taken }) => priceCents !== null && taken < capacity) ?? null;
  const offer = epicOffer(dates, tier.listedCents, openRung(content)?.priceCents ?? null);
  return {
    site,
    offer: source.places === 'off' ? { ...offer, placesLeft: null } : offer,
    rungs: rungsOf(tier, next, new Date()).map((rung) => ({
      name: rung.name || campWords.listed,
      priceCents: rung.priceCents,
      // The number of places left is shown beside it.
      word: rung.left === null ? rungWords(rung) : 'LIMITED',
      state: rung.state === 'ended' ? 'gone' : rung.state,
    })),
  };
}
