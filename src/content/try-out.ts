import { getTryOutPage } from './pages/passes.ts';
import { getPasses } from './passes.ts';
import { getSuccessPage } from './pages/text-pages.ts';
import { getSiteSettings } from './settings.ts';
import { getTeams } from './teams.ts';

/**
 * Returns the data of a try-out page: its texts, the pass if it is on sale, and a first view that addresses the
 * audience.
 */
export async function loadTryOut(who: 'kids' | 'campers') {
  const [site, page, teams, passes, paid] = await Promise.all([
    getSiteSettings(),
    getTryOutPage(),
    getTeams(),
    getPasses(),
    getSuccessPage(),
  ]);
  const pass = passes.find(({ id, available }) => id === 'tryout' && available);
  const { hero, seo } = page;
  const campersTexts = who === 'campers' ? [hero?.campersHeading, hero?.campersLead] : [];
  return {
    site,
    page,
    pass,
    teams,
    // The page, the e-mails and the family's screens use the same list.
    bring: paid.classes?.bring ?? [],
    first: {
      kicker: hero?.kicker ?? '',
      heading: firstOf(campersTexts[0], hero?.heading, seo.title),
      lead: firstOf(campersTexts[1], hero?.lead),
    },
  };
}

const firstOf = (...texts: (string | undefined)[]) => texts.find(Boolean) ?? '';
