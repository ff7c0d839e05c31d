import { sanity } from './client.ts';
import type { Id } from './fill/filled-types.ts';
import { findChosen, loadDocuments, type LoadedDocuments } from './load-documents.ts';
import { loadOnce } from './load-once.ts';
import type { DocumentRef, Report } from './problem.ts';
import { basesQuery, coachesQuery, levelsQuery, mediaLogosQuery, missionsQuery } from './queries/people.ts';
import { getSiteSettings } from './settings.ts';
import type {
  BasesQueryResult,
  CoachesQueryResult,
  LevelsQueryResult,
  MediaLogosQueryResult,
  MissionsQueryResult,
} from './types.gen.ts';

export type Coach = Awaited<ReturnType<typeof getCoaches>>['items'][number];
export type Base = Awaited<ReturnType<typeof getBases>>['items'][number];
export type MediaLogo = Awaited<ReturnType<typeof getMediaLogos>>['items'][number];

export const getCoaches = loadOnce(async (report) => {
  const coaches: CoachesQueryResult = await sanity().fetch(coachesQuery);
  const loaded = await loadDocuments(coaches, { ...(await shared(report)), defaults: { shown: true } });
  return { ...loaded, items: loaded.items.filter(({ shown }) => shown) };
});

/**
 * Returns the coaches of a page. The coaches that the page lists come first, and then those that name the page. If the
 * page lists none, returns all coaches.
 */
export function selectCoaches(
  ids: readonly Id[],
  from: LoadedDocuments<Coach>,
  page: DocumentRef,
  name: Coach['pages'][number],
): Coach[] {
  const chosen = findChosen(ids, from, page, 'coaches');
  const others = from.items.filter(({ _id, pages }) => {
    if (chosen.some((one) => one._id === _id)) return false;
    return pages.includes(name) || (ids.length === 0 && pages.length === 0);
  });
  return [...chosen, ...others];
}

export const getLevels = loadOnce(async (report) => {
  const levels: LevelsQueryResult = await sanity().fetch(levelsQuery);
  return loadDocuments(levels, await shared(report));
});

/** Places where camps start and classes are held. The database knows a place by its `slug`. */
export const getBases = loadOnce(async (report) => {
  const bases: BasesQueryResult = await sanity().fetch(basesQuery);
  return loadDocuments(bases, { ...(await shared(report)), defaults: { use: 'camps' } });
});

export const getMissions = loadOnce(async (report) => {
  const missions: MissionsQueryResult = await sanity().fetch(missionsQuery);
  return loadDocuments(missions, await shared(report));
});

export const getMediaLogos = loadOnce(async (report) => {
  const logos: MediaLogosQueryResult = await sanity().fetch(mediaLogosQuery);
  return loadDocuments(logos, await shared(report));
});

const shared = async (report: Report) => ({ facts: (await getSiteSettings(report)).facts, report });
