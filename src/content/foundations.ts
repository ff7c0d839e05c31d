import { getEpicPage } from './pages/epic.ts';
import { loadOnce } from './load-once.ts';

/** The ten foundations of growth reports. Editors write them on the page of EPIC Camp. */
export const getFoundations = loadOnce(async (report) => {
  const page = await getEpicPage(report);
  return (page.foundations?.items ?? []).map(({ emoji, title, text }, index) => ({
    key: String(index + 1),
    emoji,
    title,
    text,
  }));
});
