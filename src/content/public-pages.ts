import { brand } from '#config/brand.ts';
import { type PageName, pageList, pages } from '#config/pages.ts';
import { paths } from '#config/paths.ts';
import type { Seo } from './fill/filled-types.ts';
import { getLegalPages } from './legal.ts';
import { reviewsSeo } from './messages.ts';
import { getAboutPage } from './pages/about.ts';
import { getBirthdaysPage } from './pages/birthdays.ts';
import { getBlockPages } from './pages/block-pages.ts';
import { getCampsNewPage, getCampsPage } from './pages/camps.ts';
import { getEpicPage } from './pages/epic.ts';
import { getHomePage } from './pages/home.ts';
import { getPassesPage, getTeamPassesPage, getTryOutPage } from './pages/passes.ts';
import { getSiteSettings, buildSeo } from './settings.ts';

/** A page that visitors can find and share, with its canonical address and its texts for search engines and chats. */
export interface PublicPage {
  path: string;
  seo: Seo;
}

export async function getPublicPages(): Promise<PublicPage[]> {
  const [settings, home, camps, campsNew, epic, tryOut, passes, teamPasses, birthdays, about, legal, made] =
    await Promise.all([
      getSiteSettings(),
      getHomePage(),
      getCampsPage(),
      getCampsNewPage(),
      getEpicPage(),
      getTryOutPage(),
      getPassesPage(),
      getTeamPassesPage(),
      getBirthdaysPage(),
      getAboutPage(),
      getLegalPages(),
      getBlockPages(),
    ]);
  const ofLegal = (path: string): Seo | undefined => {
    const found = legal.find(({ page }) => `/${page}` === path);
    return (
      found && {
        ...buildSeo(null, settings),
        title: `${found.title} · ${brand.name}`,
        description: found.description,
      }
    );
  };
  const ofPage: Record<Shared, Seo | undefined> = {
    home: home.seo,
    camps: camps.seo,
    campsNew: campsNew.seo,
    campsBook: camps.book?.seo ?? buildSeo(null, settings),
    campsEpic: epic.seo,
    tryOutForKids: tryOut.seo,
    passes: passes.seo,
    teamPasses: teamPasses.seo,
    birthdays: birthdays.seo,
    about: about.seo,
    reviews: { ...buildSeo(null, settings), ...reviewsSeo },
    terms: ofLegal(paths.terms),
    privacy: ofLegal(paths.privacy),
    termsOfService: ofLegal(paths.termsOfService),
  };
  const fixed = pageList.flatMap(({ name, path, search }) => {
    const seo = isShared(name) ? ofPage[name] : undefined;
    return seo === undefined ? [] : [{ path, seo: search === 'hidden' ? { ...seo, noIndex: true } : seo }];
  });
  return [...fixed, ...made.map(({ path, seo }) => ({ path, seo }))];
}

type Shared = {
  [Name in PageName]: (typeof pages)[Name] extends { search: string } ? Name : never;
}[PageName];
const isShared = (name: PageName): name is Shared => 'search' in pages[name];
