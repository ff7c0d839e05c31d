import { brand } from '../config/brand.ts';
import { paths } from '../config/paths.ts';
import type { Seo } from './fill/filled.ts';
import { getLegalPages } from './legal.ts';
import { getAboutPage } from './pages/about.ts';
import { getBirthdaysPage } from './pages/birthdays.ts';
import { getCampsNewPage, getCampsPage } from './pages/camps.ts';
import { getEpicPage } from './pages/epic.ts';
import { getHomePage } from './pages/home.ts';
import { getPassesPage, getTeamPassesPage, getTryOutPage } from './pages/passes.ts';
import { getSiteSettings, seoOf } from './settings.ts';

/** A page that may be found and shared, by its one address; with the words that search engines and chats show. */
export interface PublicPage {
  path: string;
  seo: Seo;
}

/** Each public page reports its own gaps when it is built. */
const silent = () => undefined;

/** All of them, hidden ones too: `seo.noIndex` says which. */
export async function getPublicPages(): Promise<PublicPage[]> {
  const [settings, home, camps, campsNew, epic, tryOut, passes, teamPasses, birthdays, about, legal] =
    await Promise.all([
      getSiteSettings(silent),
      getHomePage(silent),
      getCampsPage(silent),
      getCampsNewPage(silent),
      getEpicPage(silent),
      getTryOutPage(silent),
      getPassesPage(silent),
      getTeamPassesPage(silent),
      getBirthdaysPage(silent),
      getAboutPage(silent),
      getLegalPages(silent),
    ]);
  return [
    { path: paths.home, seo: home.seo },
    { path: paths.camps, seo: camps.seo },
    { path: '/camps-new', seo: campsNew.seo },
    { path: '/camps/book', seo: camps.book?.seo ?? seoOf(null, settings) },
    // Hidden from search engines whatever content says (spec 2 §2).
    { path: '/camps/epic', seo: { ...epic.seo, noIndex: true } },
    { path: paths.tryOutForKids, seo: tryOut.seo },
    { path: paths.passes, seo: passes.seo },
    { path: '/team-passes', seo: teamPasses.seo },
    { path: paths.birthdays, seo: birthdays.seo },
    { path: paths.about, seo: about.seo },
    ...legal.map(({ page, title, description }) => ({
      path: `/${page}`,
      seo: { ...seoOf(null, settings), title: `${title} · ${brand.name}`, description },
    })),
  ];
}
