import { pageAt } from '../../src/config/pages.ts';
import { paths } from '../../src/config/paths.ts';

/** A page in the list of a document's pages. If people do not open it as a page, it has no link. */
interface NamedPage {
  path: string;
  title: string;
  isPage: boolean;
}

/** The most pages that are listed. A longer list is shown as “every page”. */
const MANY = 20;

const titleOf = (path: string) => {
  if (path === '/_redirects') return 'Redirects';
  if (path === paths.assistant) return 'The assistant';
  return pageAt(path)?.title ?? path;
};

/** Two pages with the same title are told apart by their addresses. */
export function namePages(pages: readonly string[]): NamedPage[] {
  const titles = pages.map(titleOf);
  return pages.map((path, index) => {
    const title = titles[index] ?? path;
    const isShared = titles.filter((other) => other === title).length > 1;
    return { path, title: isShared ? `${title} (${path})` : title, isPage: !/\.json$|^\/_/.test(path) };
  });
}

/** Returns a list of pages for a badge, such as “Home, About”. */
export function listPages(pages: readonly string[]): string {
  if (pages.length > MANY) return 'every page';
  const titles = namePages(pages).map(({ title }) => title);
  return new Intl.ListFormat('en-GB').format(titles);
}
