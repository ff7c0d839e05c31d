import { type CampDate, placesShown, type Source, type Tier } from '#domain/camp.ts';
import { describeRungs } from '#domain/camp-price.ts';
import { siteNow } from '#domain/site-now.ts';
import { campMessages, rungMessage } from '#ui/camps/messages.ts';
import { epicOffer } from './offer.ts';

interface Epic {
  tier: Tier;
  dates: readonly CampDate[];
  /** The early-bird price in cents that is open according to content, or null. */
  openCents: number | null;
  places: Source;
}

export function buildEarlyBird(epic: Epic | null) {
  if (!epic) return { offer: null, rungs: [] };
  const { tier, dates, openCents, places } = epic;
  const next =
    dates.find(({ priceCents, capacity, taken }) => priceCents !== null && taken < capacity) ?? null;
  const offer = epicOffer(dates, tier.listedCents, openCents);
  const hasEarlyBird = offer.priceCents < offer.listedCents;
  return {
    offer: { ...offer, placesLeft: hasEarlyBird ? placesShown(offer.placesLeft, tier.tier, places) : null },
    rungs: describeRungs(tier, next, siteNow()).map((rung) => ({
      name: rung.name || campMessages.listed,
      priceCents: rung.priceCents,
      // The number of spots is shown beside this label.
      word: rung.left === null ? rungMessage(rung) : 'LIMITED',
      state: rung.state === 'ended' ? 'gone' : rung.state,
    })),
  };
}
