import { getCampTiers } from '../camp-tiers.ts';
import { sanity } from '../client.ts';
import { findChosen, findChosenOrAll } from '../load-documents.ts';
import { getCoaches, getLevels, getMediaLogos, selectCoaches } from '../people.ts';
import { loadOnce } from '../load-once.ts';
import { ContentError } from '../problem.ts';
import { homePageQuery } from '../queries/pages.ts';
import { buildSeo } from '../settings.ts';
import { getTestimonials, selectTestimonials } from '../testimonials.ts';
import { loadPage } from './page.ts';

/** The home page with its sections in the order that editors chose. */
export type HomePage = Awaited<ReturnType<typeof getHomePage>>;
export type HomeSection = HomePage['sections'][number];
export type HomeSectionType = HomeSection['_type'];

export const getHomePage = loadOnce(async (report) => {
  const document = await sanity().fetch(homePageQuery);
  const [{ page, settings, named }, tiers, coaches, levels, logos, testimonials] = await Promise.all([
    loadPage(document, 'homePage', report),
    getCampTiers(report),
    getCoaches(report),
    getLevels(report),
    getMediaLogos(report),
    getTestimonials(report),
  ]);
  const sections = page.sections.map((section) => {
    switch (section._type) {
      case 'homeHero':
        return { ...section, countdown: section.countdown && withTier(section.countdown) };
      case 'homeMediaLogos':
        return { ...section, logos: findChosen(section.logos, logos, named, 'logos') };
      case 'homeJourney':
        return {
          ...section,
          levels: findChosenOrAll(section.levels, levels, named, 'levels').map((level) => ({
            ...level,
            camp: campOf(level),
          })),
        };
      case 'homeCoaches':
        return { ...section, coaches: selectCoaches(section.coaches, coaches, named, 'home') };
      case 'homeTestimonials':
        return {
          ...section,
          testimonials: selectTestimonials(section.testimonials, testimonials, named, 'home'),
        };
      default:
        return section;
    }
  });
  return { ...page, sections, seo: buildSeo(page.seo, settings) };

  /** The camp with the same name as a level, if its ages differ from the level's, so that parents see both ages. */
  function campOf({ levelId, minAge, maxAge }: { levelId: string; minAge: number; maxAge: number }) {
    const tier = tiers.find((tier) => tier.tier === levelId);
    if (!tier || (tier.minAge === minAge && tier.maxAge === maxAge)) return null;
    return { name: tier.name, minAge: tier.minAge, maxAge: tier.maxAge };
  }

  function withTier<T extends { tier: string | null }>(countdown: T) {
    if (countdown.tier === null) return null;
    const tier = tiers.find(({ offerId }) => offerId === countdown.tier);
    if (tier) return { ...countdown, tier };
    throw new ContentError(named, `refers in “countdown” to a camp that is not there: ${countdown.tier}.`);
  }
});

/** The section of one kind, or undefined if the page does not have it. */
export function buildSection<Type extends HomeSectionType>(
  { sections }: Pick<HomePage, 'sections'>,
  type: Type,
): Extract<HomeSection, { _type: Type }> | null {
  const isOfType = (section: HomeSection): section is Extract<HomeSection, { _type: Type }> =>
    section._type === type;
  return sections.find(isOfType) ?? null;
}
