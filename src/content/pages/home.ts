import { getCampTiers } from '../camp-tiers.ts';
import { sanity } from '../client.ts';
import { findChosenOrAll } from '../load-documents.ts';
import { getLevels } from '../people.ts';
import { readVeil } from '../pictures/veil.ts';
import { loadOnce } from '../load-once.ts';
import { ContentError } from '../problem.ts';
import { homePageQuery } from '../queries/pages.ts';
import { buildSeo } from '../settings.ts';
import { loadPage } from './page.ts';
import { loadSharedSections } from './shared-sections.ts';

type HomePage = Awaited<ReturnType<typeof getHomePage>>;
export type HomeSection = HomePage['sections'][number];

export const getHomePage = loadOnce(async (report) => {
  const document = await sanity().fetch(homePageQuery);
  const [{ page, settings, documentRef }, tiers, levels, resolveShared] = await Promise.all([
    loadPage(document, 'homePage', report),
    getCampTiers(report),
    getLevels(report),
    loadSharedSections(report),
  ]);
  const veil = await readVeil(buildSection(page, 'homeHero')?.picture ?? null);
  const sections = page.sections.map((section) => {
    switch (section._type) {
      case 'homeHero':
        return { ...section, countdown: section.countdown && withTier(section.countdown), veil };
      case 'homeMediaLogos':
      case 'homeCoaches':
      case 'homeTestimonials':
        return resolveShared(section, documentRef);
      case 'homeJourney':
        return {
          ...section,
          levels: findChosenOrAll(section.levels, levels, documentRef, 'levels').map((level) => ({
            ...level,
            camp: campOf(level),
          })),
        };
      default:
        return section;
    }
  });
  return { ...page, sections, seo: buildSeo(page.seo, settings) };

  /** Returns the camp that has the same name as a level, if their ages differ, so that parents see both age ranges. */
  function campOf({ levelId, minAge, maxAge }: { levelId: string; minAge: number; maxAge: number }) {
    const tier = tiers.find((tier) => tier.tier === levelId);
    if (!tier || (tier.minAge === minAge && tier.maxAge === maxAge)) return null;
    return { name: tier.name, minAge: tier.minAge, maxAge: tier.maxAge };
  }

  function withTier<T extends { tier: string | null }>(countdown: T) {
    if (countdown.tier === null) return null;
    const tier = tiers.find(({ offerId }) => offerId === countdown.tier);
    if (tier) return tier.available ? { ...countdown, tier } : null;
    throw new ContentError(
      documentRef,
      `refers in “countdown” to a camp that is not there: ${countdown.tier}.`,
    );
  }
});

/** Returns the page's section of this type, or null. */
export function buildSection<Section extends { _type: string }, Type extends Section['_type']>(
  { sections }: { sections: readonly Section[] },
  type: Type,
): Extract<Section, { _type: Type }> | null {
  const isOfType = (section: Section): section is Extract<Section, { _type: Type }> => section._type === type;
  return sections.find(isOfType) ?? null;
}
