import { getCampTiers, openRung, buildPackage } from './camp-tiers.ts';
import { getLiveCamps } from './camps-live.ts';
import { getCampsPage } from './pages/camps.ts';
import { getHomePage, buildSection } from './pages/home.ts';
import { getSiteSettings } from './settings.ts';
import { getProofSettings } from './widgets.ts';
import { campDate, cheapest, datesOfTier } from '#domain/camp.ts';
import { today } from '#domain/dates.ts';
import { siteNow } from '#domain/site-now.ts';

export async function loadLanding() {
  const [site, page, tiers, live, proof, home] = await Promise.all([
    getSiteSettings(),
    getCampsPage(),
    getCampTiers(),
    getLiveCamps(),
    getProofSettings(),
    getHomePage(),
  ]);
  const tiersOnSale = tiers.filter(({ available }) => available);
  const camps = live?.map(campDate) ?? null;
  const packages = tiersOnSale.map((content) => {
    const tier = buildPackage(content);
    return { content, tier, dates: datesOfTier(camps ?? [], tier, today(siteNow())) };
  });
  const dates = packages
    .flatMap((offered) => offered.dates)
    .toSorted((a, b) => a.start.localeCompare(b.start));
  const countdown = buildSection(home, 'homeHero')?.countdown ?? null;
  const countdownRung = countdown?.tier ? openRung(countdown.tier) : null;
  const deadlines = tiersOnSale.map((tier) => openRung(tier)?.deadline ?? '').filter(Boolean);
  return {
    site,
    page,
    tiers: tiersOnSale,
    packages,
    live,
    /** Coming dates of all packages, or null if the database did not answer. */
    dates: camps && dates,
    source: { spots: proof.spotsLeft, places: proof.earlyBirdPlaces } as const,
    viewers: proof.viewers,
    countdown: countdown &&
      countdownRung && { words: countdown, rung: countdownRung, source: proof.countdown },
    /** When the next early-bird price ends, or an empty string. */
    deadline: deadlines.toSorted()[0] ?? '',
    compared: comparedOf(),
  };

  function comparedOf() {
    const at = Math.max(
      0,
      tiersOnSale.findIndex(({ highlight }) => highlight),
    );
    const { content, tier, dates: own = [] } = packages[at] ?? {};
    return {
      tier,
      priceCents:
        cheapest(own)?.priceCents ?? (content && openRung(content)?.priceCents) ?? tier?.listedCents,
    };
  }
}
