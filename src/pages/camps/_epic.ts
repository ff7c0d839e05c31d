import { openRung } from '../../content/camp-tiers.ts';
import { rungWords, messages } from '../../features/camps/messages.ts';
import { datesOf, rungsOf } from '../../features/camps/model.ts';
import { epicOffer } from '../../features/epic/offer.ts';
import { loadLanding } from './_landing.ts';

/** EPIC's price of now and its rungs; null while content does not sell it. */
export async function loadEpicOffer() {
  const { tiers, packages, camps, today, source, site } = await loadLanding();
  const content = tiers.find(({ tier }) => tier === 'epic');
  const tier = packages.find(({ tier: id }) => id === 'epic');
  if (!content || !tier) return { site, offer: null, rungs: [] };
  const dates = datesOf(camps ?? [], tier, today);
  const next =
    dates.find(({ priceCents, capacity, taken }) => priceCents !== null && taken < capacity) ?? null;
  const offer = epicOffer(dates, tier.listedCents, openRung(content)?.priceCents ?? null);
  return {
    site,
    offer: source.places === 'off' ? { ...offer, placesLeft: null } : offer,
    rungs: rungsOf(tier, next, new Date()).map((rung) => ({
      name: rung.name || messages.listed,
      priceCents: rung.priceCents,
      // How many are left is said beside it.
      word: rung.left === null ? rungWords(rung) : 'LIMITED',
      state: rung.state === 'ended' ? 'gone' : rung.state,
    })),
  };
}
