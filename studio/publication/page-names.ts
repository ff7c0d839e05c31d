import { pageAt } from '../../src/config/pages.ts';
import { paths } from '../../src/config/paths.ts';

/** A page as the list of a document names it; without a link if nobody opens it as a page. */
interface NamedPage {
  path: string;
  title: string;
  isPage: boolean;
}

/** More than this is “every page”. */
const MANY = 20;

const titleOf = (path: string) => {
  if (path === '/_redirects') return 'Redirects';
  if (path === paths.assistant) return 'The assistant';
  return pageAt(path)?.title ?? path;
};

export const namePages = (pages: readonly string[]): NamedPage[] =>
  pages.map((path) => ({ path, title: titleOf(path), isPage: !/\.json$|^\/_/.test(path) }));

/** “Home, About”, for a badge. */
export function listPages(pages: readonly string[]): string {
  if (pages.length > MANY) return 'every page';
  const titles = namePages(pages).map(({ title }) => title);
  return new Intl.ListFormat('en-GB').format(titles);
}
